// Messages filled in: arguments in braces, and plural forms by the rules of the language.

/** A message, or its plural forms by category, chosen by the argument `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Messages = Record<string, Message>
export type Arguments = Record<string, string | number>

// Making one takes a tenth of a millisecond, and a board of 64 points has as many messages.
const numberFormats = new Map<string, Intl.NumberFormat>()

function numbersOf(language: string): Intl.NumberFormat {
  const known = numberFormats.get(language) ?? new Intl.NumberFormat(language)
  numberFormats.set(language, known)
  return known
}

/** The message with its arguments filled in; an argument that is missing stays in its braces. */
export function format(message: Message, language: string, given: Arguments = {}): string {
  const text = typeof message === 'string' ? message : pluralForm(message, language, given.count)
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = given[name]
    if (value === undefined) return braces
    return typeof value === 'number' ? numbersOf(language).format(value) : value
  })
}

function pluralForm(forms: Exclude<Message, string>, language: string, count: string | number | undefined): string {
  const category = new Intl.PluralRules(language).select(Number(count ?? 0))
  return forms[category] ?? forms.other ?? ''
}
