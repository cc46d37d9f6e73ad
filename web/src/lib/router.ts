// The address of a page: `#/table/abc?side=white` is the path ["table", "abc"] with its query.

export interface Route {
  path: string[]
  query: URLSearchParams
}

/** The route of an address after the hash sign; one that cannot be decoded is the first page. */
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
  const search = new URLSearchParams(query).toString()
  return '#/' + path.map(encodeURIComponent).join('/') + (search && '?' + search)
}

/** Goes to a page. */
export function go(path: string[], query: Record<string, string> = {}): void {
  location.hash = formatRoute(path, query)
}

/** The full address of a page, for sharing. */
export function linkTo(path: string[], query: Record<string, string> = {}): string {
  return location.origin + location.pathname + formatRoute(path, query)
}

/** Calls back with the route, now and whenever it changes. Returns a function that stops it. */
export function watchRoute(changed: (route: Route) => void): () => void {
  const read = () => changed(parseRoute(location.hash))
  read()
  addEventListener('hashchange', read)
  return () => removeEventListener('hashchange', read)
}
