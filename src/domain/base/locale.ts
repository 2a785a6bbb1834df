/** The languages people read the product in. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]

/** For `Intl`, and as a person’s choice is kept: each as it is written in the United States. */
export const localeTags = { en: 'en-US', es: 'es-US' } as const satisfies Record<Locale, string>

/** 'es-MX' → 'es'; null for a language we have no words in. */
export function localeFrom(tag: string | null | undefined): Locale | null {
  const language = tag?.trim().toLowerCase().split(/[-_]/, 1)[0]
  return locales.find((one) => one === language) ?? null
}

/** The language of an Accept-Language header, or of a browser’s list of languages, that is wanted most; English where it names none of ours. */
export function preferredLocale(acceptLanguage: string | null | undefined): Locale {
  const wanted = (acceptLanguage ?? '').split(',').flatMap((part) => {
    const [tag, ...parameters] = part.split(';')
    const weight = Number(/^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? 1)
    const locale = localeFrom(tag)
    return locale && weight > 0 ? [{ locale, weight }] : []
  })
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.locale ?? 'en'
}
