import type { Locale } from '../../domain/locale.ts'
import type { ProductUpdate } from '../../domain/product-update.ts'
import type { PlatformTx } from '../db/door.ts'
import { homeUrl } from '../messages/home.ts'
import { readPeople, type Reached } from '../messages/reach.ts'
import { isGoingOut, tell, wordedFor } from '../messages/tell.ts'
import { found, refused } from '../refusals.ts'

type Content = Pick<ProductUpdate, 'subject' | 'text' | 'subject_es' | 'text_es'>

/** The language in which somebody gets it: their own, if it is written in it. */
export const localeFor = ({ text_es }: Content, { locale }: Pick<Reached, 'locale'>): Locale =>
  locale === 'es' && text_es !== null ? 'es' : 'en'

/** What the letter is worded from. */
export function factsOf(content: Content, { locale, name }: Pick<Reached, 'locale' | 'name'>) {
  const { subject, text, subject_es, text_es } = content
  const url = homeUrl('/app')
  return localeFor(content, { locale }) === 'es'
    ? { name, subject: subject_es ?? subject, message: text_es ?? text, url }
    : { name, subject, message: text, url }
}

/** One reader for each language it is written in. */
const readersOf = ({ text_es }: Content, to: Reached): Reached[] =>
  (text_es === null ? (['en'] as const) : (['en', 'es'] as const)).map((locale) => ({
    ...to,
    locale,
  }))

const readSelf = async (tx: PlatformTx, person_id: string) =>
  found((await readPeople(tx, [person_id])).get(person_id))

/** The letters as this person would get them. */
export async function lettersOf(tx: PlatformTx, content: Content, person_id: string) {
  const letters = []
  for (const to of readersOf(content, await readSelf(tx, person_id))) {
    const { subject, html } = await wordedFor(
      tx,
      to,
      'product_update',
      factsOf(content, to),
      'email',
    )
    letters.push({ locale: to.locale, subject: subject ?? '', html: html ?? '' })
  }
  return letters
}

/** Sends the letters to one person, whatever they chose; answers where to. */
export async function sendTest(
  tx: PlatformTx,
  content: Content,
  person_id: string,
): Promise<string> {
  const self = await readSelf(tx, person_id)
  for (const to of readersOf(content, self)) {
    const data = factsOf(content, to)
    const sendings = await tell(tx, to, { kind: 'product_update_test', data })
    if (!isGoingOut(sendings))
      throw refused('message_not_allowed', 'No mail goes to your address. Confirm it first.')
  }
  return self.recipient.email!
}
