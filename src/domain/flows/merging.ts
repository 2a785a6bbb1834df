import { z } from 'zod'
import { addressLine } from '../base/contact.ts'
import type { Customer, CustomerStatus } from '../customers/customer.ts'
import { Cents, formatCents, SumCents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'

/** One side of a merge of two customers, as far as the decision needs. */
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
  /** Withdrew an earlier consent to texts. */
  refused_texts: boolean
}

export type MergeFacts = { keep: MergeSide; from: MergeSide; moves: MergeMoves; is_paying: boolean }

const customerSame = refuse(
  'customer_same',
  'These are the same customer.',
  (f: MergeFacts) => f.keep.id === f.from.id,
)
const bothSignIn = refuse(
  'sign_ins_separate',
  'Both sign in with their own account, and neither account can be removed. Keep both, and archive the one that is not used.',
  (f: MergeFacts) =>
    f.keep.person_id !== null && f.from.person_id !== null && f.keep.person_id !== f.from.person_id,
)
const paying = refuse(
  'payment_unsettled',
  'The customer being merged has a payment in progress. Merge them once it settles.',
  (f: MergeFacts) => f.is_paying,
)
/** May these two customers be merged? */
export const mergeRule = rule<MergeFacts>(customerSame, bothSignIn, paying)
/** Every reason against the merge, not just the first. */
export const mergeConflicts = (facts: MergeFacts) =>
  [customerSame, bothSignIn, paying]
    .filter((reason) => reason.applies(facts))
    .map(({ code, sentence }) => ({ code, sentence }))

/** How many of each kind move to the customer who is kept. */
export const MergeMoves = z.object({
  series: z.int(),
  visits: z.int(),
  invoices: z.int(),
  open_invoices: z.int(),
  open_balance_cents: Cents,
  /** What is left of credits. */
  credit_cents: SumCents,
  payments: z.int(),
  notes: z.int(),
  locations: z.int(),
  /** Cards and bank accounts that can be charged. */
  methods: z.int(),
  /** Still unanswered. */
  requests: z.int(),
  messages: z.int(),
})
export type MergeMoves = z.infer<typeof MergeMoves>

const rank: readonly CustomerStatus[] = ['active', 'paused', 'lead', 'archived']
/** The more active of two statuses, so that a merge stops no work and drops no customer. */
export const mergedStatus = (a: CustomerStatus, b: CustomerStatus): CustomerStatus =>
  rank[Math.min(rank.indexOf(a), rank.indexOf(b))]!

type Keepable = Pick<Customer, 'id' | 'status' | 'has_login' | 'has_autopay' | 'has_card_on_file'>
/**
 * Which customer to keep by default: one who signs in, then one with autopay, then with a card,
 * then the more active, then the older.
 */
export function bestToKeep<T extends Keepable>(a: T, b: T): T {
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

/** Cards stay usable if the provider knows both as one customer, or knows only one of them. */
export const methodsUsable = (
  keep: Pick<MergeSide, 'stripe_customer_id'>,
  from: Pick<MergeSide, 'stripe_customer_id'>,
): boolean =>
  keep.stripe_customer_id === null ||
  from.stripe_customer_id === null ||
  keep.stripe_customer_id === from.stripe_customer_id

type Address = Pick<MergeSide, 'street' | 'city' | 'state' | 'zip'>
export const isCompleteAddress = ({ street, city, state, zip }: Address): boolean =>
  Boolean(street && city && state && zip)
const isBlank = ({ street, city, state, zip }: Address): boolean =>
  !(street || city || state || zip)
/** Whose address to keep: a complete one beats a partial one. */
export const addressToKeep = <T extends Address>(keep: T, from: T): T =>
  !isCompleteAddress(keep) && (isCompleteAddress(from) || isBlank(keep)) ? from : keep

/**
 * Texts go to one number: consent from either side counts, unless the other side refused texts to
 * the same number. Consent for a number that is dropped is dropped too.
 */
export function mergedTexts(keep: MergeSide, from: MergeSide): boolean {
  const sameNumber =
    from.phone_number !== null && (keep.phone_number ?? from.phone_number) === from.phone_number
  if (!sameNumber) return keep.sms_opt_in
  return (keep.sms_opt_in || from.sms_opt_in) && !keep.refused_texts && !from.refused_texts
}

type Named = Pick<MergeSide, 'name' | 'email' | 'phone_number'>
const nameOf = ({ name, email, phone_number }: Named): string =>
  name ?? email ?? phone_number ?? 'the unnamed customer'
const counted = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n} ${many}`

/** What moves: a count for each kind that has any, and unused credit. */
export const movesText = (moves: MergeMoves): string[] => [
  ...moveWords.flatMap(([kind, one, many]) =>
    moves[kind] > 0 ? [counted(moves[kind], one, many)] : [],
  ),
  ...(moves.credit_cents > 0 ? [`${formatCents(moves.credit_cents)} of unused credit`] : []),
]
const moveWords: readonly (readonly [
  Exclude<keyof MergeMoves, 'credit_cents' | 'open_balance_cents' | 'open_invoices'>,
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

/** What a merge changes besides what it moves, as sentences for the person deciding. */
export function mergeEffects({ keep, from, moves }: MergeFacts): string[] {
  // Names that are the same would not tell them apart.
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
    from.person_id !== null &&
      `${gone} signs in as before, and will then see everything from both accounts.`,
    from.status === 'paused' && status === 'active' && 'The work that moves stays paused.',
    keep.status === 'paused' &&
      status === 'active' &&
      `The work of ${kept} stays paused; the work that moves continues.`,
    from.autopay_enabled &&
      `${gone} agreed to automatic payments for that account only, so they end. Ask them to agree again.`,
    keep.autopay_enabled &&
      moves.series > 0 &&
      `Automatic payments for ${kept} continue and now cover future visits of both.`,
    keep.autopay_enabled &&
      moves.open_invoices > 0 &&
      'Open invoices that move are not charged automatically.',
    moves.methods > 0 &&
      (methodsUsable(keep, from)
        ? `${methods} of ${gone} can be used for ${kept}.`
        : `${methods} of ${gone} cannot be used for ${kept} and will be removed.`),
    keep.sms_opt_in !== mergedTexts(keep, from) &&
      `Text messages are ${mergedTexts(keep, from) ? 'on' : 'off'} for ${kept}.`,
    droppedDetails(keep, from).length > 0 &&
      `A note keeps the other details: ${droppedDetails(keep, from).join(', ')}.`,
  ]
  return said.filter((one) => one !== false).map((one) => one[0]!.toUpperCase() + one.slice(1))
}

/** Contact details of the merged customer that the kept one does not take over. */
function droppedDetails(keep: MergeSide, from: MergeSide): string[] {
  const [a, b] = [addressLine(keep), addressLine(from)]
  const left = addressToKeep(keep, from) === from ? a : b
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

/** The note a merge adds to the kept customer. */
export function mergeNote({ keep, from }: Pick<MergeFacts, 'keep' | 'from'>): string {
  const kept = droppedDetails(keep, from)
  return `Merged with ${nameOf(from)}.${kept.length ? ` Also known by: ${kept.join(', ')}.` : ''}`.slice(
    0,
    5000,
  )
}
