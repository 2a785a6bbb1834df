import { useSyncExternalStore } from 'react'
import { localeFrom, preferredLocale, type Locale } from '../../domain/base/locale.ts'
import { keepHere } from './local.ts'

const key = 'fieldhive.locale'
const listeners = new Set<() => void>()
let locale: Locale = remembered() ?? ofBrowser()
if ('document' in globalThis) document.documentElement.lang = locale

/** The current language. Components use `useLocale` or `useWords`, which follow changes. */
export const currentLocale = (): Locale => locale

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useLocale = (): Locale => useSyncExternalStore(follow, currentLocale)

/** Only for words.ts, which calls it once the words are loaded. */
export function setLocale(next: Locale): void {
  locale = next
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

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
