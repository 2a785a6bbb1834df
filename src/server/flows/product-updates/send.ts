import type { App } from '../../base/call.ts'
import { onPlatform, system, type PlatformTx } from '../../base/db/door.ts'
import { readPeople, type Reached } from '../../messages/recipient.ts'
import { tell, isGoingOut, wordedFor } from '../../messages/tell.ts'
import { lockUpdate, setNext } from './write.ts'
import type { Locale } from '../../../domain/base/locale.ts'
import type { ProductUpdate } from '../../../domain/flows/product-update.ts'
import { homeUrl } from '../../messages/links.ts'
import { found, refused } from '../../base/kit/refusals.ts'

/** How many people have their turn in one transaction. */
const atOnce = 100

/**
 * Writes the letters of the next people and queues the part after them, all in one transaction: a crash leaves both or neither.
 * A letter is unique by update and person, so nobody gets a second one.
 */
export const sendProductUpdate = (
  { store }: Pick<App, 'store'>,
  { update_id }: { update_id: string },
): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    const row = await lockUpdate(tx, update_id)
    if (row?.state !== 'sending') return
    const ids = row.person_ids.slice(row.next_index, row.next_index + atOnce)
    for (const to of (await readPeople(tx, ids)).values())
      await tell(
        tx,
        { ...to, locale: localeFor(row, to) },
        {
          kind: 'product_update',
          data: factsOf(row, to),
          once: `product_update:${row.id}:${to.person_id}`,
          product_update_id: row.id,
          author_id: row.sent_by,
        },
      )
    await setNext(tx, row, row.next_index + ids.length)
  })

type Content = Pick<ProductUpdate, 'subject' | 'text' | 'subject_es' | 'text_es'>

/** The language in which somebody gets it: their own, if it is written in it. */
const localeFor = ({ text_es }: Content, { locale }: Pick<Reached, 'locale'>): Locale =>
  locale === 'es' && text_es !== null ? 'es' : 'en'

/** What the letter is worded from. */
function factsOf(content: Content, { locale, name }: Pick<Reached, 'locale' | 'name'>) {
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
