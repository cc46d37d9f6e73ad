// Going from page to page: the address after the hash sign names the page.
import { formatRoute } from '../router'

export function go(path: string[], query: Record<string, string> = {}): void {
  location.hash = formatRoute(path, query)
}

/** The whole address of a page, to be sent to somebody. */
export function linkTo(path: string[], query: Record<string, string> = {}): string {
  return location.origin + location.pathname + formatRoute(path, query)
}
