import { useSyncExternalStore } from 'react'
import type { Locale } from '../../domain/base/locale.ts'
import { localeHere } from './locale-here.ts'

const listeners = new Set<() => void>()
let locale = localeHere()
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
