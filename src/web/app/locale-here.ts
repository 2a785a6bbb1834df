import { localeFrom, preferredLocale, type Locale } from '../../domain/base/locale.ts'
import { keepHere } from './local.ts'

const key = 'fieldhive.locale'

/** The language a page opens in. */
export const localeHere = (): Locale => remembered() ?? ofBrowser()

/**
 * The language chosen on this device, or of the last person who signed in on it; null if neither.
 */
export function remembered(): Locale | null {
  try {
    return localeFrom(localStorage.getItem(key))
  } catch {
    // Some browsers have no storage in private windows, and neither do the tests.
    return null
  }
}

/** If it cannot be kept, the choice lasts as long as the page. */
export const remember = (chosen: Locale): boolean => keepHere(key, chosen)

function ofBrowser(): Locale {
  return 'document' in globalThis ? preferredLocale(navigator.languages.join(',')) : 'en'
}
