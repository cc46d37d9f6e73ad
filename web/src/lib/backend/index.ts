// The backend of this page.
import type { Backend } from './backend'
import { serverBackend } from './server'

export const backend: Backend = serverBackend()
