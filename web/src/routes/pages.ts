// The pages by the first part of their address. All but the first are loaded on demand.
import type { Component } from 'svelte'
import { withRetries } from '../lib/retry'

interface Page {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- some pages take a route, others no properties at all
  default: Component<any>
}

const PAGES: Record<string, () => Promise<Page>> = {
  home: () => import('./Home.svelte'),
  play: () => import('./Play.svelte'),
  table: () => import('./Table.svelte'),
  lobby: () => import('./Lobby.svelte'),
  top: () => import('./Top.svelte'),
  analysis: () => import('./Analysis.svelte'),
  editor: () => import('./Editor.svelte'),
  rules: () => import('./Rules.svelte'),
  statistics: () => import('./Statistics.svelte'),
  account: () => import('./Account.svelte'),
  '@': () => import('./Profile.svelte'),
  leaderboard: () => import('./Leaderboard.svelte'),
  databases: () => import('./Databases.svelte'),
  operator: () => import('./Operator.svelte'),
  settings: () => import('./Settings.svelte'),
  help: () => import('./Help.svelte'),
  about: () => import('./About.svelte'),
  missing: () => import('./Missing.svelte'),
}

/** The page for the first part of an address. A file that does not arrive is requested again. */
export async function loadPage(name: string): Promise<Page['default']> {
  return (await withRetries(PAGES[name] ?? PAGES.missing!)).default
}
