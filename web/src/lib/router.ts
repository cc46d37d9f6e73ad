// Which page the address names: `#/table/abc?side=white` is the path ["table", "abc"] with its questions.

export interface Route {
  path: string[]
  query: URLSearchParams
}

/** The route that an address after the hash sign names; whatever cannot be decoded is the first page. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  try {
    return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) }
  } catch {
    return { path: [], query: new URLSearchParams() }
  }
}

/** The address of a route, for links. */
export function formatRoute(path: string[], query: Record<string, string> = {}): string {
  const questions = new URLSearchParams(query).toString()
  return '#/' + path.map(encodeURIComponent).join('/') + (questions && '?' + questions)
}

/** Calls back with the route now and whenever it changes; returns how to stop that. */
export function watchRoute(changed: (route: Route) => void): () => void {
  const read = () => changed(parseRoute(location.hash))
  read()
  addEventListener('hashchange', read)
  return () => removeEventListener('hashchange', read)
}
