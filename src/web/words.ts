import { use } from 'react'
import type { Locale } from '../domain/locale.ts'
import { currentLocale, remember, remembered, setLocale, useLocale } from './locale.ts'

/**
 * The words of one area. English ships with the code that shows it; Spanish is loaded when needed.
 */
type Area<Words> = {
  readonly en: Words
  es: Words | null
  /** Loads Spanish; returns English if that fails, until `wordsReady` tries again. */
  load: (again?: boolean) => Promise<Words>
}
const areas = new Set<Pick<Area<unknown>, 'load'>>()

/** A promise that `use` can read without suspending once it has settled. */
function readable<T>(promise: Promise<T>): Promise<T> {
  const read = Object.assign(promise, { status: 'pending' } as { status: string; value?: T })
  void promise.then((value) => Object.assign(read, { status: 'fulfilled', value }))
  return read
}

/** Called once per area, in a `words.ts` next to its users; see `frame-words.ts`. */
export function area<Words>(en: Words, spanish: () => Promise<NoInfer<Words>>): Area<Words> {
  let fetching: Promise<Words> | null = null
  let failed = false
  const made: Area<Words> = {
    en,
    es: null,
    load: (again = false) => {
      if (again && failed) fetching = null
      failed = false
      return (fetching ??= readable(
        spanish().then(
          (words) => (made.es = words),
          () => {
            failed = true
            return en
          },
        ),
      ))
    },
  }
  areas.add(made)
  if (currentLocale() === 'es') void made.load()
  return made
}

/** An area's words in the current language: `const words = useWords(portalWords)`. */
export function useWords<Words>(of: Area<Words>): Words {
  // Always through `use`: a component that was suspended and no longer calls it has no hook to
  // resume from, and React starts the whole page over.
  return useLocale() === 'es' ? use(of.load()) : of.en
}

/** The same outside of rendering: a message after a call, an error. */
export const wordsNow = <Words>(of: Area<Words>): Words =>
  (currentLocale() === 'es' ? of.es : null) ?? of.en

/**
 * Waits for the words of everything loaded so far, so that a page never renders without them.
 * English needs no waiting.
 */
export const wordsReady = async (): Promise<void> => {
  if (currentLocale() === 'es') await loadAll()
}

/** Changes the language of the open page; the screen stays as it is until the words are loaded. */
async function speak(locale: Locale): Promise<void> {
  wanted = locale
  if (locale === 'es') await loadAll()
  // Another choice may have been made in the meantime.
  if (wanted === locale && locale !== currentLocale()) setLocale(locale)
}
let wanted: Locale

/** A choice made on this device, without a profile to store it in. */
export function choose(locale: Locale): Promise<void> {
  remember(locale)
  return speak(locale)
}

/**
 * Uses the signed-in person's language and remembers it for the next visit. English only replaces
 * another language, since it is the default until someone chooses.
 */
export function speakFor(locale: Locale): Promise<void> {
  if (locale === 'es' || remembered()) remember(locale)
  return speak(locale)
}

const loadAll = () => Promise.all([...areas].map((one) => one.load(true)))
