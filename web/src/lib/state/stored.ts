// What the browser remembers: values under the name `plyground.NAME`, read with care and written if it may be. It
// remembers for good, or in `sessionStorage` as long as the tab is open.

type Where = 'localStorage' | 'sessionStorage'

/** The value kept under a name; undefined if there is none or it cannot be read. */
export function recall(name: string, where: Where = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[where].getItem(`plyground.${name}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: unknown, where: Where = 'localStorage'): void {
  try {
    globalThis[where].setItem(`plyground.${name}`, JSON.stringify(value))
  } catch {
    // Private windows may refuse: the page then forgets, and works.
  }
}

export function forget(name: string, where: Where = 'localStorage'): void {
  try {
    globalThis[where].removeItem(`plyground.${name}`)
  } catch {
    // As above.
  }
}
