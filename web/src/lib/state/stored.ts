// What the browser remembers: values under the name `plyground.NAME`, read with care and written if it may be.

/** The value kept under a name; undefined if there is none or it cannot be read. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`plyground.${name}`) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`plyground.${name}`, JSON.stringify(value))
  } catch {
    // Private windows may refuse: the page then forgets, and works.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`plyground.${name}`)
  } catch {
    // As above.
  }
}
