// Values that the browser keeps under `plyground.NAME`: in `localStorage` for good, or in `sessionStorage` until the
// tab is closed.

type Area = 'localStorage' | 'sessionStorage'

/** The value stored under a name; undefined if there is none or it cannot be read. */
export function load(name: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(`plyground.${name}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function save(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    globalThis[area].setItem(`plyground.${name}`, JSON.stringify(value))
  } catch {
    // Private windows may not allow it. The page works without.
  }
}

export function remove(name: string, area: Area = 'localStorage'): void {
  try {
    globalThis[area].removeItem(`plyground.${name}`)
  } catch {
    // As above.
  }
}
