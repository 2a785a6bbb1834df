import {
  cardLimits,
  type Customer,
  type CustomerStatus,
} from '../../../domain/customers/customer.ts'
import { neverReasons, type AddressBlock } from '../../../domain/messages/message.ts'
import { unassignedGroup, type Team } from '../../../domain/people/team.ts'
import { dayLabel, momentDay } from '../../ui/when.ts'

/** A line of the card: words, or an amount. */
export type CardFact = { name: string; value: string | { cents: number }; isBad?: boolean }

const unknown = '–'

/** What the office needs to know about a customer at a glance. */
export function cardFacts(
  customer: Pick<
    Customer,
    'frequency_label' | 'next_visit_at' | 'cltv_cents' | 'outstanding_balance_cents' | 'team_id'
  >,
  teams: readonly Pick<Team, 'id' | 'name'>[],
): CardFact[] {
  const { next_visit_at: next, outstanding_balance_cents: due } = customer
  const team = teams.find(({ id }) => id === customer.team_id)
  return [
    { name: 'Frequency', value: customer.frequency_label ?? unknown },
    { name: 'Next visit', value: next ? dayLabel(next.slice(0, 10)) : unknown },
    { name: 'CLTV', value: { cents: customer.cltv_cents } },
    ...(due > 0 ? [{ name: 'Balance due', value: { cents: due }, isBad: true }] : []),
    { name: 'Team', value: team?.name ?? unassignedGroup },
  ]
}

/** 'Paused from Fri, Nov 20 until Fri, Dec 4. Away for the holidays' */
export function pauseText({
  paused_from,
  resume_on,
  pause_reason,
}: Pick<Customer, 'paused_from' | 'resume_on' | 'pause_reason'>): string {
  const from = paused_from ? ` from ${dayLabel(paused_from)}` : ''
  return [`Paused${from} until ${resume_on ? dayLabel(resume_on) : 'resumed'}.`, pause_reason]
    .filter(Boolean)
    .join(' ')
}

/** The first few words, and the rest. */
export const firstWords = (words: readonly string[], of: 'services' | 'tags') => ({
  shown: words.slice(0, cardLimits[of]),
  rest: words.slice(cardLimits[of]),
})

export type CardAct = 'convert' | 'unarchive' | 'schedule' | 'edit' | 'archive'

/** What the office can do from the card, by customer status. */
export const cardActs: Record<CustomerStatus, readonly CardAct[]> = {
  lead: ['convert', 'edit', 'archive'],
  active: ['schedule', 'edit', 'archive'],
  paused: ['edit', 'archive'],
  archived: ['unarchive'],
}

/** 'Mail to this address comes back (Nov 20, 2026)'. */
export const blockText = ({ reason, at }: AddressBlock): string =>
  `${neverReasons[reason]} (${momentDay(at)})`
