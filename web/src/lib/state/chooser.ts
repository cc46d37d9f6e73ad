// Finding a game by what people type.

/** Whether each word that was typed begins a word of the texts, whatever the case and the accents. */
export function isFound(typed: string, texts: readonly string[]): boolean {
  const words = texts.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
  return plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every(
      (part) => words.some((word) => word.startsWith(part)) || (isIdeographic(part) && texts.join(' ').includes(part)),
    )
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Chinese is written without spaces between words. */
function isIdeographic(text: string): boolean {
  return /\p{Ideographic}/u.test(text)
}
