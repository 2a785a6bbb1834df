import { localeFrom, preferredLocale, type Locale } from '../../domain/locale.ts'
import { identity as en } from '../../words/en/identity.ts'
import { identity as es } from '../../words/es/identity.ts'
import type { Say } from './pages.ts'

const tables = { en, es }

/**
 * The language of a page: the one its link asks for, or the application did (`ui_locales`), or the
 * browser's.
 */
export function sayIn(
  acceptLanguage: string | undefined,
  ...wishes: readonly (string | undefined)[]
): Say {
  const own = preferredLocale(acceptLanguage)
  const wished = wishes.map(localeFrom).find((one): one is Locale => one !== null)
  const locale = wished ?? own
  return { locale, words: tables[locale], asked: locale === own ? null : locale }
}
