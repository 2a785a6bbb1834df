import { z } from 'zod'
import { locales } from '../base/locale.ts'
import { kindOf } from './message-kinds.ts'
import { fieldsOf, rewordable, type Rewordable, type VariantOf } from './message-texts.ts'

/** The values of the names that stand in braces in a text. */
export type Fields = Readonly<Record<string, string>>

const placeholder = /\{([^{}]*)\}/g
/** Brackets around at least one placeholder: left out if one of them is empty. */
const optionalPart = /\[([^[\]]*\{[^{}]*\}[^[\]]*)\]/g

/** The names a text has in braces. */
const placeholdersOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!)),
]

const hasAll = (text: string, fields: Fields): boolean =>
  placeholdersOf(text).every((name) => fields[name])

const withoutEmpty = (text: string, fields: Fields): string =>
  text.replace(optionalPart, (_, part: string) => (hasAll(part, fields) ? part : ''))

/** After "11:00 a.m." no second period follows. */
const put = (text: string, fields: Fields): string =>
  text.replace(/\{([^{}]*)\}(\.?)/g, (_, name: string, period: string) => {
    const value = fields[name] ?? ''
    return value.endsWith('.') ? value : value + period
  })

/** One line with its values: "[, due {due_date}]" is left out if there is no such date. */
export const fill = (text: string, fields: Fields): string =>
  put(withoutEmpty(text, fields), fields).replace(/ {2,}/g, ' ').trim()

/** Paragraphs with their values; a line with an empty value is left out, and so is a paragraph without lines. */
export const fillLines = (paragraphs: readonly string[], fields: Fields): string[] =>
  paragraphs
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => withoutEmpty(line, fields))
        .filter((line) => line.trim() && hasAll(line, fields))
        .map((line) => put(line, fields))
        .join('\n'),
    )
    .flatMap((paragraph) => paragraph.split(/\n{2,}/))
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** What an owner may put in words of their own, with the longest each may be. */
const partLimits = { subject: 150, heading: 150, body: 2000, button: 60, sms: 480 } as const
export type Part = keyof typeof partLimits
export const parts = Object.keys(partLimits) as Part[]
export const partLabels: Record<Part, string> = {
  subject: 'Subject',
  heading: 'Heading',
  body: 'Text',
  button: 'Button',
  sms: 'Text message',
}
/** Words of the owner's own; absent parts are ours. */
export type OwnWords = Partial<Record<Part, string>>
/** Every part; empty if the message has no such part. */
export const WholeWords = z.object({
  subject: z.string().max(20_000),
  heading: z.string().max(20_000),
  body: z.string().max(20_000),
  button: z.string().max(20_000),
  sms: z.string().max(20_000),
})
export type WholeWords = z.infer<typeof WholeWords>

export const WordingKey = z.object({
  kind: z.enum(rewordable),
  variant: z.string().max(40),
  locale: z.enum(locales),
})
export type WordingKey = z.infer<typeof WordingKey>
export const MessageWording = WordingKey.extend({
  ours: WholeWords,
  /** As the business words it: ours where it has no words of its own. */
  words: WholeWords,
  is_changed: z.boolean(),
  /** Names that may stand in braces, each with what it would be. */
  fields: z.array(z.object({ name: z.string(), example: z.string() })),
})
export type MessageWording = z.infer<typeof MessageWording>

/** What a message is called in each of its situations, where it has several. */
const situations: {
  [K in Rewordable as VariantOf<K> extends 'main' ? never : K]: Record<VariantOf<K>, string>
} = {
  visits_planned: {
    one: 'Visit planned',
    several: 'Visits planned',
    changed: 'Visits have new days or times',
    ended: 'Last visit announced',
    over: 'No more visits',
    paused: 'Service paused until a date',
    paused_openly: 'Service paused, no end date yet',
    resumed: 'Service resumes',
  },
  visit_reminder: { one: 'Visit reminder', several: 'Visit reminder, several visits' },
  visit_rescheduled: {
    new_date: 'Visit moved to another day',
    new_time: 'Visit moved to another time',
    own_choice: 'Visit moved by the customer',
  },
  visit_cancelled: { main: 'Visit cancelled', own_choice: 'Visit cancelled by the customer' },
  visits_changed: {
    main: 'Several visits changed',
    paused: 'Service paused by the customer',
    resumed: 'Service resumed by the customer',
  },
  request_decided: {
    moved: 'Request approved, new date',
    approved: 'Request approved, date to follow',
    cancelled: 'Request approved, visit cancelled',
    denied: 'Request denied',
    too_late: 'Request denied, visit already done',
    visit_declined: 'Requested visit declined',
  },
  invoice_sent: {
    to_pay: 'Invoice to pay',
    autopay: 'Invoice paid by autopay',
    covered: 'Invoice paid by credit',
  },
  invoice_reminder: {
    before: 'Payment reminder before the due date',
    today: 'Payment reminder on the due date',
    late: 'Payment reminder after the due date',
    several: 'Payment reminder for several invoices',
  },
  receipt: {
    main: 'Receipt',
    credit_paid: 'Credit paid an invoice',
    credit_rest: 'Credit paid part of an invoice',
  },
  statement: { owes: 'Statement, balance due', settled: 'Statement, nothing due' },
  payment_hold: { held: 'Visits held for payment', released: 'Visits no longer held' },
  late_fee_removed: { taken: 'Late fee waived', credited: 'Late fee returned as credit' },
  autopay_changed: {
    moved: 'Autopay uses another card',
    off: 'Autopay is off',
    merged: 'Autopay is off after a merge',
  },
  refund_issued: {
    main: 'Refund',
    failed: 'Refund not delivered',
    by_hand: 'Refund paid another way',
    credited: 'Refund kept as credit',
    paid_back: 'Credit paid back',
    payback_undone: 'Credit not paid back after all',
  },
  promotion: { news: 'Offer', titled: 'Offer with a subject' },
}
const namesOf: Partial<Record<Rewordable, Partial<Record<string, string>>>> = situations

/** 'Invoice to pay' */
export const wordingLabel = (kind: Rewordable, variant: string): string =>
  namesOf[kind]?.[variant] ?? kindOf(kind).label

/** Without these a text would not name its sender, or would leave out what it is about. */
const mustStay: Partial<Record<Part, readonly string[]>> = {
  sms: ['business', 'link', 'message'],
  body: ['message'],
}

/** What is wrong with each part of an owner's words; empty if they can be used. */
export function wordingIssues(
  kind: Rewordable,
  ours: WholeWords,
  own: WholeWords,
): Partial<Record<Part, string>> {
  const issues = parts.flatMap((part) => {
    const issue = issueOf(part, fieldsOf(kind), ours[part], own[part])
    return issue ? [[part, issue] as const] : []
  })
  return Object.fromEntries(issues)
}

function issueOf(part: Part, fields: readonly string[], ours: string, own: string): string | null {
  if (!ours) return own ? 'This message has no such part.' : null
  if (!own.trim()) return `Enter the ${partLabels[part].toLowerCase()}.`
  if (own.length > partLimits[part]) return `Use at most ${partLimits[part]} characters.`
  if (/[{}]/.test(own.replace(placeholder, ''))) return 'Write fields as {name}, with both braces.'
  const used = placeholdersOf(own)
  const unknown = used.find((name) => !fields.includes(name))
  if (unknown !== undefined) return `{${unknown}} is not a field of this message.`
  const lost = (mustStay[part] ?? []).find(
    (name) => placeholdersOf(ours).includes(name) && !used.includes(name),
  )
  return lost ? `Keep {${lost}} in it.` : null
}

/** The parts that differ from ours. */
export const ownParts = (ours: WholeWords, own: WholeWords): OwnWords =>
  Object.fromEntries(parts.flatMap((part) => (own[part] === ours[part] ? [] : [[part, own[part]]])))
