import type { LocalDate } from '../../domain/dates.ts'
import type { Locale } from '../../domain/locale.ts'
import { kindOf, type MessageKind } from '../../domain/message-kinds.ts'
import type { FieldOf, VariantOf } from '../../domain/message-texts.ts'
import { fill, fillLines, type Fields, type OwnWords } from '../../domain/wording.ts'
import { letterWords as en } from '../../words/en/letters.ts'
import { letterWords as es } from '../../words/es/letters.ts'
import type { LetterTable, Wording } from '../../words/letter-table.ts'
import { accountLetters, type AccountData } from './account-letters.ts'
import { autopayLetters, type AutopayData } from './autopay-letters.ts'
import type { Letter, Sender } from './letter.ts'
import { sayingIn, type Saying } from './letter-values.ts'
import { moneyLetters, type MoneyData } from './money-letters.ts'
import { officeLetters, type OfficeData } from './office-letters.ts'
import { replyLetters, type ReplyData } from './reply-letters.ts'
import { visitLetters, type VisitData } from './visit-letters.ts'

/**
 * The facts each kind of message is made from: dates, minutes, cents and choices, never words, so that it can be written in any language.
 * They are kept with the message: what reads them must also read what an earlier version kept.
 */
export type MessageData = AccountData & AutopayData & MoneyData & OfficeData & ReplyData & VisitData

/** What the facts of a message give its words. */
type Values<K extends MessageKind> = {
  fields: Record<FieldOf<K>, string>
  /** The business it speaks for; absent, it is Fieldhive itself. */
  from?: Sender | null
  /** Begins with a greeting, by this name if there is one. */
  greets?: string
  /** Rows after the facts. */
  list?: readonly (readonly [label: string, value: string])[]
  bill?: readonly (readonly [label: string, amount: string])[]
  /** Sentences it says in every wording, the business's own too. */
  insists?: readonly string[]
} & ('main' extends VariantOf<K> ? { variant?: VariantOf<K> } : { variant: VariantOf<K> })

export type Letters<Data extends Partial<MessageData>> = {
  [K in keyof Data & MessageKind]: (data: Data[K], say: Saying) => Values<K>
}

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
export type OwnByVariant = Readonly<Record<string, OwnWords>>

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
