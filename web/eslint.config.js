// What eslint looks for in the page's source. Types are svelte-check's task, layout is prettier's.
import js from '@eslint/js'
import importSort from 'eslint-plugin-simple-import-sort'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import typescript from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default [
  { ignores: ['**/*.gen.ts'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...typescript.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: globals.browser },
    plugins: { 'simple-import-sort': importSort },
    rules: {
      // Packages, then the page's own files from far to near, without blank lines between them.
      'simple-import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.']] }],
      'simple-import-sort/exports': 'error',
      // An empty function is how a callback does nothing.
      '@typescript-eslint/no-empty-function': 'off',
      // The plain maps and sets here are caches and lookup tables. What the page shows is $state, replaced as a whole.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
]
