// Text in an address: compressed, so that a game with its variations and comments fits into a link.

/** No link of ours holds more than this; a small one may unfold to anything. */
const MAX_BYTES = 500_000

/** A text as letters, digits, - and _. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text that was packed; null if it was damaged, or is too long. */
export async function unpacked(letters: string): Promise<string | null> {
  try {
    const decoded = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(decoded, (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
  } catch {
    return null
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>)
    .getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    parts.push(value!)
    length += value!.length
    if (length > MAX_BYTES) throw new RangeError('too long')
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
