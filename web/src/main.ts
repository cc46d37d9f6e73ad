// Starts the page.
import { mount } from 'svelte'
import App from './App.svelte'
import './theme/theme.css'
import './theme/controls.css'

mount(App, { target: document.getElementById('page')! })
