// The languages of the page, each by its own name.

export const LANGUAGES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  hu: 'Magyar',
  mn: 'Монгол',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  fi: 'Suomi',
  zh: '中文',
} as const

export type Language = keyof typeof LANGUAGES

export const FALLBACK: Language = 'en'

/** The first of the person's languages that the page supports. */
export function preferredLanguage(wished: readonly string[]): Language {
  for (const wish of wished) {
    const language = wish.toLowerCase().split('-')[0]!
    if (language in LANGUAGES) return language as Language
  }
  return FALLBACK
}
