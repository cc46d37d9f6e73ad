// Builds the page into the Python package, which serves it. The page loads nothing from other hosts.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { chunkOf, preloading } from './preloading.js'

// `npm run dev` forwards requests to this server; start it with `plyground serve`.
const server = 'http://127.0.0.1:43210'

export default defineConfig({
  plugins: [svelte(), preloading()],
  build: {
    outDir: '../src/plyground/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // For older targets light-dark() would be rewritten into code twice as long.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would need an exception in the server's content security policy.
    assetsInlineLimit: 0,
    // Messages import nothing but what is there already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed) => (/assets\/(?:language|explanations|rules|help)-/.test(file) ? [] : needed),
    },
    // One file: the styles of all pages are smaller than the time that another request takes.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: chunkOf }] } },
    },
  },
  server: {
    // The messages and the pieces are in the Python package, next to the web folder.
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/socket': { target: server.replace('http', 'ws'), ws: true } },
  },
  // Only what hangs fails by its time: the machine may be busy.
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 300_000 },
})
