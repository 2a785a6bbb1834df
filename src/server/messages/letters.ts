import type { LocalDate } from '../../domain/base/dates.ts'
import type { Locale } from '../../domain/base/locale.ts'
import { kindOf, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { fill, fillLines, type Fields, type OwnWords } from '../../domain/messages/wording.ts'
import { letterWords as en } from '../../words/en/letters.ts'
import { letterWords as es } from '../../words/es/letters.ts'
import type { LetterTable, Wording } from '../../words/letter-table.ts'
import type { OrgTx, Tx } from '../base/db/door.ts'
import { accountLetters, type AccountData } from './account-letters.ts'
import { autopayLetters, type AutopayData } from './autopay-letters.ts'
import type { Letter } from './letter.ts'
import { sayingIn, type Saying } from './letter-values.ts'
import { moneyLetters, type MoneyData } from './money-letters.ts'
import { officeLetters, type OfficeData } from './office-letters.ts'
import { replyLetters, type ReplyData } from './reply-letters.ts'
import { visitLetters, type VisitData } from './visit-letters.ts'
import type { Values, Letters } from './letter-values.ts'

/**
 * The facts each kind of message is made from: dates, minutes, cents and choices, never words, so that it can be written in any language.
 * They are kept with the message: what reads them must also read what an earlier version kept.
 */
export type MessageData = AccountData & AutopayData & MoneyData & OfficeData & ReplyData & VisitData

const values: Letters<MessageData> = {
  ...accountLetters,
  ...autopayLetters,
  ...moneyLetters,
  ...officeLetters,
  ...replyLetters,
  ...visitLetters,
}
const tables: Record<Locale, LetterTable> = { en, es }

type Writing = {
  locale: Locale
  /** Where its reader is: dates of this year go without it. */
  today: LocalDate
}
/** A business's own words for the situations of a kind, in the language of a message. */
type OwnByVariant = Readonly<Record<string, OwnWords>>

type Filling = Omit<Values<MessageKind>, 'variant'> & { fields: Fields; variant?: string }

/** A message in a language, with its values filled in; in the business's own words where it has any. */
export function letterOf<K extends MessageKind>(
  kind: K,
  data: MessageData[K],
  { locale, today, own = {} }: Writing & { own?: OwnByVariant },
): Letter {
  const say = sayingIn(locale, today)
  const { variant = 'main', ...filling } = values[kind](data, say) as Filling
  const words = inOwn(ourWords(kind, variant, locale), own[variant])
  return { ...written(words, filling, say), locale, ...inShort(kind, words, filling, say) }
}

/** What we say in a situation. */
export const ourWords = (kind: MessageKind, variant: string, locale: Locale): Wording =>
  (tables[locale][kind] as Record<string, Wording>)[variant]!

/** The values a message puts into its words. */
export const valuesOf = <K extends MessageKind>(
  kind: K,
  data: MessageData[K],
  { locale, today }: Writing,
): Fields => values[kind](data, sayingIn(locale, today)).fields

const inOwn = (ours: Wording, { body, ...own }: OwnWords = {}): Wording => ({
  ...ours,
  ...own,
  ...(body === undefined ? {} : { body: body.split(/\n{2,}/) }),
})

function written(
  words: Wording,
  { fields, from = null, greets, list = [], bill, insists = [] }: Filling,
  { money, words: phrases }: Saying,
) {
  const line = (text: string) => fill(text, fields)
  const facts = (words.facts ?? []).flatMap(([label, value]) => {
    const filled = line(value)
    return filled ? [[label, filled] as const] : []
  })
  return {
    subject: line(words.subject),
    preheader: line(words.preheader).replace(/\s+/g, ' ').slice(0, 120),
    from,
    heading: line(words.heading),
    greeting: greets === undefined ? null : phrases.hello(greets.trim()),
    paragraphs: [...fillLines(words.body, fields), ...insists],
    facts: [...facts, ...list],
    ...(bill?.length && words.total
      ? { bill: { lines: bill, total: [words.total, fields['amount'] ?? money(0)] as const } }
      : {}),
    button:
      words.button && fields['link'] ? { label: line(words.button), url: fields['link'] } : null,
    notes: fillLines(words.notes ?? [], fields),
    footer: line(words.footer),
  }
}

/** The text message. One that the customer did not ask for says how to opt out. */
function inShort(
  kind: MessageKind,
  { sms }: Wording,
  { fields, insists = [] }: Filling,
  { words }: Saying,
): { sms?: string } {
  if (sms === undefined) return {}
  const { category } = kindOf(kind)
  const unasked = category === 'marketing' || category === 'invitation'
  // Only an answer that somebody typed keeps its lines.
  const text = kind === 'reply' ? fill(sms, fields) : fill(sms, fields).replace(/\s+/g, ' ')
  return { sms: [text, ...insists, ...(unasked ? [words.stop] : [])].join(' ') }
}

type Own = Map<string, OwnByVariant>
export const ownKey = (kind: string, locale: string): string => `${kind} ${locale}`
/** Asked once in a transaction: reminders are written by the hundred. */
const asked = new WeakMap<object, Promise<Own>>()

/** The words the business has of its own for a kind in a language. */
export async function readOwnWords(tx: Tx, kind: string, locale: Locale): Promise<OwnByVariant> {
  if (tx.org === null) return {}
  let own = asked.get(tx)
  if (!own) asked.set(tx, (own = readEveryOwn(tx)))
  return (await own).get(ownKey(kind, locale)) ?? {}
}

/** All words the business has of its own. */
export async function readEveryOwn(tx: OrgTx): Promise<Own> {
  const rows = await tx
    .selectFrom('message_wordings')
    .select(['kind', 'variant', 'locale', 'parts'])
    .where('organization_id', '=', tx.org)
    .execute()
  const own: Own = new Map()
  for (const { kind, variant, locale, parts } of rows) {
    const key = ownKey(kind, locale)
    own.set(key, { ...own.get(key), [variant]: parts as OwnWords })
  }
  return own
}
