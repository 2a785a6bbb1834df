import { use } from 'react'
import type { Locale } from '../../domain/base/locale.ts'
import type { Refusal } from '../../domain/base/rule.ts'
import { refusalWords } from '../../words/en/refusals.ts'
import { followTables } from '../../words/table.ts'
import { currentLocale, setLocale, useLocale } from './locale.ts'
import { remember, remembered } from './locale-here.ts'

type Area = {
  es: object | null
  /** Loads Spanish; returns English if that fails, until `wordsReady` tries again. */
  load: (again?: boolean) => Promise<object>
}
/** Of every table that is loaded, by its English words. English ships with the code that shows it; Spanish is loaded when needed. */
const areas = new Map<object, Area>()

// The list of files itself is of no use to those who read English.
const spanishOf = async (name: string) => (await import('./spanish.ts')).spanish[name]!()

/** A promise that `use` can read without suspending once it has settled. */
function readable<T>(promise: Promise<T>): Promise<T> {
  const read = Object.assign(promise, { status: 'pending' } as { status: string; value?: T })
  void promise.then((value) => Object.assign(read, { status: 'fulfilled', value }))
  return read
}

followTables((en, name) => {
  let fetching: Promise<object> | null = null
  let failed = false
  const area: Area = {
    es: null,
    load: (again = false) => {
      if (again && failed) fetching = null
      failed = false
      return (fetching ??= readable(
        spanishOf(name).then(
          (words) => (area.es = words),
          () => {
            failed = true
            return en
          },
        ),
      ))
    },
  }
  areas.set(en, area)
  if (currentLocale() === 'es') void area.load()
})

/** An area's words in the current language: `const words = useWords(portalWords)`. */
export function useWords<Words extends object>(en: Words): Words {
  // Always through `use`: a component that was suspended and no longer calls it has no hook to
  // resume from, and React starts the whole page over.
  return useLocale() === 'es' ? (use(areas.get(en)!.load()) as Words) : en
}

/** The same outside of rendering: a message after a call, an error. */
export const wordsNow = <Words extends object>(en: Words): Words =>
  ((currentLocale() === 'es' ? areas.get(en)!.es : null) as Words | null) ?? en

/** A sentence from the server or a schema, in the current language. */
export const spoken = (sentence: string, code?: string): string =>
  wordsNow(refusalWords).say(sentence, code)

/** Why an action is refused, in the current language. */
export const refusalText = ({ code, sentence }: Refusal): string => spoken(sentence, code)

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

const loadAll = () => Promise.all([...areas.values()].map((one) => one.load(true)))
