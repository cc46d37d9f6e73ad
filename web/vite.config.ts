// How the page is built: into the Python package, which serves it; nothing is fetched from elsewhere at run time.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The server that `npm run dev` passes requests on to; start it with `plyground serve`.
const server = 'http://127.0.0.1:43210'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/plyground/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // Older targets would have light-dark() rewritten into something twice as long.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address would need its own exception in the server's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: { '/api': server, '/socket': { target: server.replace('http', 'ws'), ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
