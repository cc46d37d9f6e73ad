import { expect, test } from 'vitest'

/** The layers of the page. Each may import itself and the layers before it. */
const LAYERS = ['wire', 'backend', 'board', 'sound', 'i18n', 'state', 'panels', 'routes', 'App'] as const

const files = import.meta.glob<string>('./**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true })

/** The layer of a file: `board` for `./lib/board/look.ts`. */
function layerOf(path: string): string {
  const [first, second] = path.replace('./', '').split('/')
  return (first === 'lib' ? second! : first!).replace(/\.(ts|svelte)$/, '')
}

/** The path of an imported file, relative to `src`. */
function resolve(from: string, to: string): string {
  return new URL(to, `file:///${from}`).pathname.replace(/^\//, './')
}

function importsOf(path: string): string[] {
  const found = files[path]!.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)
  return [...found].map((match) => resolve(path, match[1]!))
}

const rank = (path: string) => LAYERS.findIndex((layer) => layer === layerOf(path))

test('no layer imports a higher one', () => {
  const imports = Object.keys(files)
    .filter((path) => rank(path) >= 0 && !path.includes('.test.'))
    .flatMap((path) => importsOf(path).map((to) => ({ path, to })))
  expect(imports.length).toBeGreaterThan(100)
  const wrong = imports.filter(({ path, to }) => rank(to) > rank(path)).map(({ path, to }) => `${path} imports ${to}`)
  expect(wrong).toEqual([])
})

test('only the backend knows that there is a server', () => {
  const outside = Object.keys(files).filter((path) => rank(path) >= 0 && layerOf(path) !== 'backend')
  const network =
    /\bfetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest|WebTransport)\b|\bsendBeacon\b|['"`]\/(?:api|socket)\b/
  expect(outside.filter((path) => network.test(files[path]!))).toEqual([])
  const allowed = ['./lib/backend', './lib/backend/backend']
  const inside = outside.flatMap((path) => importsOf(path).map((to) => ({ path, to })))
  const wrong = inside.filter(({ to }) => layerOf(to) === 'backend' && !allowed.includes(to))
  expect(wrong.map(({ path, to }) => `${path} imports ${to}`)).toEqual([])
})

test('the board imports the types of the wire and the drawings of pieces, and sends no messages', () => {
  const board = Object.keys(files).filter((path) => layerOf(path) === 'board' && !path.includes('.test.'))
  expect(board.length).toBeGreaterThan(10)
  for (const path of board) {
    const outside = importsOf(path).filter((to) => layerOf(to) !== 'board')
    const allowed = ['./lib/wire/messages.gen', './src/plyground/drawing/pieces.json']
    expect(
      outside.every((to) => allowed.includes(to)),
      path,
    ).toBe(true)
    expect(files[path], path).not.toMatch(/\btype: '/)
  }
})

test('the board contains no text', () => {
  for (const path of Object.keys(files).filter((name) => name.startsWith('./lib/board/') && name.endsWith('.svelte'))) {
    const markup = files[path]!.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<!--[\s\S]*?-->/g, '')
    const labels = [...markup.matchAll(/(?:aria-label|title|placeholder)="([^"{]+)"/g)].map((match) => match[1])
    expect(labels, path).toEqual([])
    const text = markup.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '').replace(/<[^>]*>/g, '')
    expect(text.match(/[A-Za-z]{3,}/g) ?? [], path).toEqual([])
  }
})
