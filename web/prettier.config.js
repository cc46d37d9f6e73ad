// How the page's source is laid out; `npm run format` applies it.
export default {
  plugins: ['prettier-plugin-svelte'],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
  printWidth: 120,
  semi: false,
  singleQuote: true,
}
