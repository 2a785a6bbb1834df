import { z } from 'zod'
import { addressLine } from './contact.ts'
import type { Customer, CustomerStatus } from './customer.ts'
import { Cents } from './money.ts'
import { refuse, rule } from './rule.ts'

/** One of two customers about to become one, as far as deciding needs. */
export type MergeSide = {
  id: string
  status: CustomerStatus
  name: string | null
  email: string | null
  phone_number: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  person_id: string | null
  autopay_enabled: boolean
  stripe_customer_id: string | null
  paused_from: string | null
  resume_on: string | null
  sms_opt_in: boolean
  /** Said no to texts they once agreed to. */
  refused_texts: boolean
}

export type MergeFacts = { keep: MergeSide; from: MergeSide; moves: MergeMoves; is_paying: boolean }

const customerSame = refuse(
  'customer_same',
  'These are one and the same customer.',
  (f: MergeFacts) => f.keep.id === f.from.id,
)
const bothSignIn = refuse(
  'sign_ins_separate',
  'Both sign in with an account of their own, and one cannot be taken from its owner. Keep both, and archive the one that is not used.',
  (f: MergeFacts) =>
    f.keep.person_id !== null && f.from.person_id !== null && f.keep.person_id !== f.from.person_id,
)
const paying = refuse(
  'payment_unsettled',
  'A payment of the customer who would be merged is under way. Merge them once it is settled.',
  (f: MergeFacts) => f.is_paying,
)
/** May two customers become one? */
export const mergeRule = rule<MergeFacts>(customerSame, bothSignIn, paying)
/** Every reason that stands in the way, not only the first. */
export const mergeConflicts = (facts: MergeFacts) =>
  [customerSame, bothSignIn, paying]
    .filter((reason) => reason.applies(facts))
    .map(({ code, sentence }) => ({ code, sentence }))

/** How much of each kind moves to the customer who is kept. */
export const MergeMoves = z.object({
  series: z.int(),
  visits: z.int(),
  invoices: z.int(),
  open_invoices: z.int(),
  open_balance_cents: Cents,
  payments: z.int(),
  notes: z.int(),
  locations: z.int(),
  /** Cards and bank accounts that can be charged. */
  methods: z.int(),
  /** That wait for an answer. */
  requests: z.int(),
  messages: z.int(),
})
export type MergeMoves = z.infer<typeof MergeMoves>

const rank: readonly CustomerStatus[] = ['active', 'paused', 'lead', 'archived']
/** Of two statuses the livelier one: no work stops and nobody is lost by a merge. */
export const mergedStatus = (a: CustomerStatus, b: CustomerStatus): CustomerStatus =>
  rank[Math.min(rank.indexOf(a), rank.indexOf(b))]!

type Keepable = Pick<Customer, 'id' | 'status' | 'has_login' | 'has_autopay' | 'has_card_on_file'>
/** Whom to keep unless somebody says otherwise: who signs in, then who agreed to be charged or has a card, then the livelier, then the older. */
export function keptFirst<T extends Keepable>(a: T, b: T): T {
  const marks = (one: T): number[] => [
    Number(one.has_login),
    Number(one.has_autopay),
    Number(one.has_card_on_file),
    -rank.indexOf(one.status),
  ]
  const [left, right] = [marks(a), marks(b)]
  const at = left.findIndex((mark, index) => mark !== right[index])
  return (at < 0 ? a.id < b.id : left[at]! > right[at]!) ? a : b
}

/** Cards stay usable where the provider knows both as one customer, or only one of them at all. */
export const methodsUsable = (
  keep: Pick<MergeSide, 'stripe_customer_id'>,
  from: Pick<MergeSide, 'stripe_customer_id'>,
): boolean =>
  keep.stripe_customer_id === null ||
  from.stripe_customer_id === null ||
  keep.stripe_customer_id === from.stripe_customer_id

type Address = Pick<MergeSide, 'street' | 'city' | 'state' | 'zip'>
export const isWhole = ({ street, city, state, zip }: Address): boolean =>
  Boolean(street && city && state && zip)
const isBlank = ({ street, city, state, zip }: Address): boolean =>
  !(street || city || state || zip)
/** Whose address stands in the end: a part of one gives way to a whole one. */
export const addressGiver = <T extends Address>(keep: T, from: T): T =>
  !isWhole(keep) && (isWhole(from) || isBlank(keep)) ? from : keep

/** Texts go to one number: whoever agreed for it has agreed, unless the other said no for the same number. A number left behind takes its consent with it. */
export function mergedTexts(keep: MergeSide, from: MergeSide): boolean {
  const sameNumber =
    from.phone_number !== null && (keep.phone_number ?? from.phone_number) === from.phone_number
  if (!sameNumber) return keep.sms_opt_in
  return (keep.sms_opt_in || from.sms_opt_in) && !keep.refused_texts && !from.refused_texts
}

type Named = Pick<MergeSide, 'name' | 'email' | 'phone_number'>
const nameOf = ({ name, email, phone_number }: Named): string =>
  name ?? email ?? phone_number ?? 'the customer without a name'
const counted = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n} ${many}`

/** What moves, each kind with how many of it; nothing of a kind is left out. */
export const movesText = (moves: MergeMoves): string[] =>
  moveWords.flatMap(([kind, one, many]) =>
    moves[kind] > 0 ? [counted(moves[kind], one, many)] : [],
  )
const moveWords: readonly (readonly [
  Exclude<keyof MergeMoves, 'open_balance_cents' | 'open_invoices'>,
  string,
  string,
])[] = [
  ['series', 'series on the schedule', 'series on the schedule'],
  ['visits', 'visit', 'visits'],
  ['requests', 'open request', 'open requests'],
  ['invoices', 'invoice', 'invoices'],
  ['payments', 'payment', 'payments'],
  ['methods', 'card or bank account', 'cards or bank accounts'],
  ['locations', 'address', 'addresses'],
  ['notes', 'note', 'notes'],
  ['messages', 'message sent', 'messages sent'],
]

/** What a merge changes beside what it moves, in sentences for whoever decides. */
export function mergeEffects({ keep, from, moves }: MergeFacts): string[] {
  // Of two called the same, who is meant is said otherwise.
  const [kept, gone] =
    nameOf(keep) === nameOf(from) ? ['the one you keep', 'the other'] : [nameOf(keep), nameOf(from)]
  const status = mergedStatus(keep.status, from.status)
  const methods = counted(
    moves.methods,
    'saved card or bank account',
    'saved cards or bank accounts',
  )
  const said: (string | false)[] = [
    status !== keep.status && `${kept} becomes ${status}.`,
    from.person_id !== null && `${gone} signs in as before, and then sees everything of both.`,
    from.status === 'paused' && status === 'active' && 'The work that moves stays paused as it is.',
    keep.status === 'paused' &&
      status === 'active' &&
      `The work of ${kept} stays paused as it is; the work that moves goes on.`,
    from.autopay_enabled &&
      `${gone} agreed to automatic payment for that account alone: it ends. Ask to agree to it anew.`,
    keep.autopay_enabled &&
      moves.series > 0 &&
      `Automatic payment of ${kept} goes on, and from now on pays for future visits of both.`,
    keep.autopay_enabled &&
      moves.open_invoices > 0 &&
      'Open invoices that move are not charged by themselves.',
    moves.methods > 0 &&
      (methodsUsable(keep, from)
        ? `${methods} of ${gone} can be used for ${kept}.`
        : `${methods} of ${gone} cannot be used for ${kept} and will be removed.`),
    keep.sms_opt_in !== mergedTexts(keep, from) &&
      `Text messages are ${mergedTexts(keep, from) ? 'on' : 'off'} for ${kept}.`,
    notKept(keep, from).length > 0 &&
      `A note keeps what differs: ${notKept(keep, from).join(', ')}.`,
  ]
  return said.filter((one) => one !== false).map((one) => one[0]!.toUpperCase() + one.slice(1))
}

/** How the customer who goes was reached, where the one who stays is reached otherwise. */
function notKept(keep: MergeSide, from: MergeSide): string[] {
  const [a, b] = [addressLine(keep), addressLine(from)]
  const left = addressGiver(keep, from) === from ? a : b
  return [
    ...[from.name].filter((name) => name !== null && keep.name !== null && name !== keep.name),
    ...[from.email].filter(
      (email) =>
        email !== null && keep.email !== null && email.toLowerCase() !== keep.email.toLowerCase(),
    ),
    ...[from.phone_number].filter(
      (phone) => phone !== null && keep.phone_number !== null && phone !== keep.phone_number,
    ),
    ...(left && a !== b ? [left] : []),
  ].filter((text) => text !== null)
}

/** The note a merge leaves with the customer who is kept. */
export function mergeNote({ keep, from }: Pick<MergeFacts, 'keep' | 'from'>): string {
  const kept = notKept(keep, from)
  return `Merged with ${nameOf(from)}.${kept.length ? ` Also known by: ${kept.join(', ')}.` : ''}`.slice(
    0,
    5000,
  )
}
