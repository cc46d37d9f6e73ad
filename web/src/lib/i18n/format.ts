// Messages filled in: arguments in braces, and forms chosen by an argument. src/plyground/locale/__init__.py is the same in Python.

/**
 * A text, or several of which the argument named in `by` (usually `count`) chooses one: a number by its plural category,
 * anything else by its own name, with `other` for the rest.
 */
export type Message = string | Record<string, string>
export type Messages = Record<string, Message>
export type Arguments = Record<string, string | number>

// Making one takes a tenth of a millisecond, and a board of 64 points has as many messages.
const numberFormats = new Map<string, Intl.NumberFormat>()

function numbersOf(language: string): Intl.NumberFormat {
  const known = numberFormats.get(language) ?? new Intl.NumberFormat(language)
  numberFormats.set(language, known)
  return known
}

/** The message with its arguments filled in, sides by their `names`; an argument that is missing stays in its braces. */
export function format(message: Message, language: string, given: Arguments = {}, names: Arguments = {}): string {
  const text = typeof message === 'string' ? message : chosenForm(message, language, given)
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = given[name]
    if (value === undefined) return braces
    return typeof value === 'number' ? numbersOf(language).format(value) : String(names[value] ?? value)
  })
}

function chosenForm(forms: Record<string, string>, language: string, given: Arguments): string {
  const value = given[forms.by ?? 'count']
  const form = typeof value === 'number' ? new Intl.PluralRules(language).select(value) : value
  return forms[form ?? 'other'] ?? forms.other ?? ''
}
