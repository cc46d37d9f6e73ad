// Puts the first script into the page, with the names of the files that each page and each language needs.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The messages that every page needs first, and those that follow: two files for each language. */
const LANGUAGE = /locale\/(\w+)\/(?:ui|games|terminations)\.json$/
const EXPLANATIONS = /locale\/(\w+)\/(?:errors|reasons)\.json$/
/** The pages with which most visits begin; what others share with them comes in a file of its own. */
const FIRST = [
  [/routes\/Play\.svelte$/, 'board'],
  [/routes\/Home\.svelte$/, 'start'],
]

/** The file that a module goes to; null where each page has its own. */
export function chunkOf(id, context) {
  const language = LANGUAGE.exec(id)?.[1]
  if (language) return `language-${language}`
  const explained = EXPLANATIONS.exec(id)?.[1]
  if (explained) return `explanations-${explained}`
  if (id.endsWith('.json') && id.includes('/locale/')) return null
  if (id.includes('/showcase.')) return 'showcase'
  const roots = new Set()
  const seen = new Set()
  const climb = (module) => {
    if (seen.has(module)) return
    seen.add(module)
    const info = context.getModuleInfo(module)
    if (!info) return
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(module)
    info.importers.forEach(climb)
  }
  climb(id)
  if ([...roots].some((root) => context.getModuleInfo(root)?.isEntry)) return 'app'
  if (roots.has(id) || roots.size < 2) return null
  return FIRST.find(([page]) => [...roots].some((root) => page.test(root)))?.[1] ?? 'game'
}

const isChunk = (file) => file.type === 'chunk'

/** A chunk and everything it imports, without what the page has loaded already. */
function needed(bundle, name, found = new Set()) {
  const chunk = bundle[name]
  if (found.has(name) || !chunk || !isChunk(chunk)) return found
  found.add(name)
  chunk.imports.forEach((other) => needed(bundle, other, found))
  return found
}

/** What distinguishes this build from others. */
function buildOf(bundle) {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 12)
}

/** The files by language, and by the first part of a page's address. */
function filesOf(bundle) {
  const chunks = Object.values(bundle).filter(isChunk)
  const entry = chunks.find((chunk) => chunk.isEntry)
  const loaded = needed(bundle, entry.fileName)
  const missing = (fileName) => [...needed(bundle, fileName)].filter((file) => !loaded.has(file))
  const languages = chunks.flatMap(({ name, fileName }) =>
    name.startsWith('language-') ? [[name.replace('language-', ''), missing(fileName)]] : [],
  )
  const routes = readFileSync('src/routes/pages.ts', 'utf8').matchAll(
    /'?([\w@]+)'?: \(\) => import\('\.(\/\w+\.svelte)'\)/g,
  )
  const pages = [...routes].map(([, page, path]) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/routes${path}`))
    return [page, missing(chunk.fileName)]
  })
  return { languages: Object.fromEntries(languages), pages: Object.fromEntries(pages) }
}

export function preloading() {
  return {
    name: 'preloading',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const script = readFileSync('src/lib/backend/boot.js', 'utf8')
          .replace(/\/\/.*|\/\*.*\*\//g, '')
          .replace('FILES', JSON.stringify(filesOf(bundle)))
        return html.replace(
          '<title>',
          `<meta name="build" content="${buildOf(bundle)}" />\n    <script>\n${script}</script>\n    <title>`,
        )
      },
    },
  }
}
