// The pages by the first word of their address; only the first page is there from the beginning.
import type { Component } from 'svelte'

// Pages that do not look at the rest of their address take no route.
type Page = { default: Component<any> }

export const PAGES: Record<string, () => Promise<Page>> = {
  play: () => import('./Play.svelte'),
  table: () => import('./Table.svelte'),
  lobby: () => import('./Lobby.svelte'),
  analysis: () => import('./Analysis.svelte'),
  rules: () => import('./Rules.svelte'),
  statistics: () => import('./Statistics.svelte'),
  settings: () => import('./Settings.svelte'),
  help: () => import('./Help.svelte'),
  about: () => import('./About.svelte'),
  missing: () => import('./Missing.svelte'),
}
