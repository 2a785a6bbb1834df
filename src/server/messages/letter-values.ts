import {
  dayText,
  isLocalDate,
  longDate,
  weekdaysOfKeys,
  weekdayName,
  type LocalDate,
} from '../../domain/base/dates.ts'
import { phoneText } from '../../domain/base/contact.ts'
import { localeTags, type Locale } from '../../domain/base/locale.ts'
import { formatCents } from '../../domain/base/money.ts'
import { withWallet } from '../../domain/money/payment.ts'
import { letterPhrases as en } from '../../words/en/letter-phrases.ts'
import { letterPhrases as es } from '../../words/es/letter-phrases.ts'
import type { Sender } from './letter.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import type { FieldOf, VariantOf } from '../../domain/messages/message-texts.ts'

/** A string is what an earlier version wrote: it is shown as it stands. */
type Earlier = string
/** When the crew may arrive, in minutes of the day and minutes after that. */
type At = { start_minutes: number; window_minutes: number }
export type When = { on: LocalDate; at?: At | Earlier | null }
export type Card = {
  brand: string | null
  last4: string
  is_bank: boolean
  /** Absent in what was written before wallets were known. */
  wallet?: string | null
}
export type FailureReason =
  | { is: 'declined'; code: string | null; sentence: string }
  | { is: 'returned' }
  /** Null: all of the payment came on top. */
  | { is: 'excess'; cents: number | null }
  | { is: 'refund_failed'; detail: string | null }
  | { is: 'disputed'; detail: string; due_on: LocalDate | null }
  | { is: 'dispute_ended'; won: boolean }
export type AnyCard = Card | Earlier | null
export type AnyReason = FailureReason | Earlier

const phrases: Record<Locale, typeof en> = { en, es }

/** How facts read in a language; dates of this year go without it. */
export function sayingIn(locale: Locale, today: LocalDate) {
  const words = phrases[locale]
  const day = (on: LocalDate): string => (isLocalDate(on) ? dayText(on, today, locale) : on)
  const longDay = (on: LocalDate | null | undefined): string =>
    on && isLocalDate(on) ? longDate(on, locale) : (on ?? '')
  return {
    words,
    day,
    longDay,
    when: ({ on, at }: When): string =>
      at && typeof at === 'object'
        ? words.when(day(on), at.start_minutes, endOf(at))
        : [day(on), at].filter(Boolean).join(', '),
    serviceAt: (service: string, at: When['at']): string =>
      at && typeof at === 'object'
        ? words.serviceAt(service, at.start_minutes, endOf(at))
        : [service, at].filter(Boolean).join(', '),
    /** A moment (ISO 8601) in UTC. */
    moment: (at: string): string =>
      new Intl.DateTimeFormat(localeTags[locale], {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'UTC',
        timeZoneName: 'short',
      }).format(new Date(at)),
    money: formatCents,
    card: (card: AnyCard | undefined): string => {
      if (!card || typeof card === 'string') return card ?? ''
      if (card.is_bank) return words.bankAccount(card.last4)
      const brand = card.brand && card.brand.slice(0, 1).toUpperCase() + card.brand.slice(1)
      return withWallet(card.wallet, words.card(brand, card.last4))
    },
    reason: (reason: AnyReason): string => {
      if (typeof reason === 'string') return reason
      if (reason.is === 'declined') return words.declined(reason.code, reason.sentence)
      if (reason.is === 'refund_failed') return words.refundFailed(reason.detail)
      if (reason.is === 'disputed')
        return words.disputed(reason.detail, longDay(reason.due_on) || null)
      if (reason.is === 'dispute_ended') return words.disputeEnded(reason.won)
      if (reason.is === 'excess')
        return words.excess(reason.cents ? formatCents(reason.cents) : null)
      return words.returned
    },
    days: (days: readonly string[] | Earlier): string =>
      typeof days === 'string'
        ? days
        : weekdaysOfKeys(days)
            .map((weekday) => weekdayName(weekday, locale).slice(0, 3))
            .join(', ') || words.anyDay,
  }
}
export type Saying = ReturnType<typeof sayingIn>

const endOf = ({ start_minutes, window_minutes }: At): number | null =>
  window_minutes > 0 ? (start_minutes + window_minutes) % 1440 : null

type Base = {
  organization?: Sender | { name: string }
  customer_name?: string | null
  url?: string
}
/** What every kind can name. */
export function baseOf({ organization, customer_name, url }: Base) {
  const { email = null, phone_number = null }: Partial<Sender> = organization ?? {}
  return {
    business: organization?.name ?? '',
    business_phone: phone_number ? phoneText(phone_number) : '',
    business_email: email ?? '',
    customer: customer_name?.trim() ?? '',
    link: url ?? '',
  }
}

/** What the facts of a message give its words. */
export type Values<K extends MessageKind> = {
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

export type Letters<Data> = {
  [K in keyof Data & MessageKind]: (data: Data[K], say: Saying) => Values<K>
}
