// Stands in the page itself and runs before anything else has been loaded: sets the theme, and requests what this
// address will need. The build puts the names of the files in place of FILES.
/* global FILES */
{
  const { languages, pages } = FILES
  const root = document.documentElement
  let settings = {}
  try {
    settings = JSON.parse(localStorage['plyground.settings'] ?? '{}')
  } catch {
    // Private windows may not allow it.
  }
  if (['light', 'dark'].includes(settings.theme)) root.dataset.theme = settings.theme
  const wishes = [settings.language, ...navigator.languages.map((wish) => wish.toLowerCase().split('-')[0])]
  root.lang = wishes.find((wish) => wish in languages) ?? 'en'

  const page = location.hash.split(/[/?]/)[1] || Object.keys(pages)[0]
  for (const file of [...languages[root.lang], ...(pages[page] ?? [])]) {
    const link = { rel: 'modulepreload', href: `/${file}`, crossOrigin: '' }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
  const questions = ['/api/catalogue']
  if (page === 'play') questions.push(`/api/games/${encodeURIComponent(settings.game ?? 'mill:nine')}`)
  globalThis.earlyAnswers = new Map(questions.map((path) => [path, fetch(path)]))
  for (const answer of globalThis.earlyAnswers.values()) answer.catch(() => {})

  // The page's own code or its styles may not arrive. In English, because there are no messages yet.
  const failed = ({ target }) => {
    if (!target.matches?.('script, link[rel=stylesheet]')) return
    document.getElementById('page').innerHTML =
      '<p role="alert">Plyground could not be loaded. <a href="">Try again</a></p>'
  }
  addEventListener('error', failed, true)
}
