import type { LocalDate } from '../../../domain/base/dates.ts'
import { formatCents, parseDollars, priceMessage } from '../../../domain/base/money.ts'
import {
  CampaignDraft,
  type CampaignFilter,
  type PriceRaise,
} from '../../../domain/money/price-campaign.ts'
import { api } from '../../app/client.ts'
import { bySchema } from '../../ui/by-schema.ts'

export const campaignsQuery = api['GET /api/owner/price-campaigns'].query()
export const campaignQuery = (id: string) =>
  api['GET /api/owner/price-campaigns/{id}'].query({ params: { id } })

/** The form's fields as typed. */
export type Draft = {
  /** Chosen one by one in the list of customers; null: everyone in the group. */
  customer_ids: readonly string[] | null
  service_ids: string[]
  team_id: string | null
  tag: string
  from_price: string
  to_price: string
  by: PriceRaise['by']
  percent: string
  round_to: string
  amount: string
  effective_on: LocalDate | null
  tells: boolean
  subject: string
  text: string
  /** Series taken out in the preview. */
  without: readonly string[]
}
export const emptyDraft: Draft = {
  customer_ids: null,
  service_ids: [],
  team_id: null,
  tag: '',
  from_price: '',
  to_price: '',
  by: 'percent',
  percent: '5',
  round_to: '100',
  amount: '',
  effective_on: null,
  tells: true,
  subject: 'Your new price from us',
  text: 'Our costs have gone up, so our prices change on {date}.\n{service}: {old_price} until then, {new_price} from {date}.\nThank you for being our customer.',
  without: [],
}

const hundredthsOf = (percent: string): number =>
  /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? Math.round(Number(percent) * 100) : Number.NaN

const raiseOf = ({ by, percent, round_to, amount }: Draft): PriceRaise =>
  by === 'percent'
    ? { by, hundredths: hundredthsOf(percent), round_to: Number(round_to) as 1 }
    : { by, cents: parseDollars(amount) ?? Number.NaN }

const filterOf = (draft: Draft): CampaignFilter => {
  const { customer_ids, service_ids, team_id, tag, from_price, to_price, without } = draft
  return {
    ...(customer_ids ? { customer_ids: [...customer_ids] } : {}),
    ...(service_ids.length ? { service_ids } : {}),
    ...(team_id ? { team_id } : {}),
    ...(tag.trim() ? { tag: tag.trim() } : {}),
    ...(from_price.trim() ? { from_cents: parseDollars(from_price) ?? Number.NaN } : {}),
    ...(to_price.trim() ? { to_cents: parseDollars(to_price) ?? Number.NaN } : {}),
    ...(without.length ? { without: [...without] } : {}),
  }
}

/** The campaign the fields describe; an empty field narrows nothing. */
export const campaignOf = (draft: Draft): CampaignDraft => ({
  filter: filterOf(draft),
  raise: raiseOf(draft),
  effective_on: draft.effective_on ?? '',
  subject: draft.subject,
  text: draft.text,
  tells: draft.tells,
})

/** What is wrong with the fields, by the names of the call. */
export function draftProblems(draft: Draft): Record<string, string> {
  const found = bySchema(CampaignDraft)(campaignOf(draft))
  const own = {
    'raise.hundredths': 'Enter a percentage like 5 or 3.5',
    'raise.cents': priceMessage,
    'filter.from_cents': priceMessage,
    'filter.to_cents': priceMessage,
    effective_on: 'Choose a day',
  } as const
  const { raise, filter, effective_on } = campaignOf(draft)
  const unreadable = {
    'raise.hundredths': raise.by === 'percent' && Number.isNaN(raise.hundredths),
    'raise.cents': raise.by === 'amount' && Number.isNaN(raise.cents),
    'filter.from_cents': Number.isNaN(filter.from_cents ?? 0),
    'filter.to_cents': Number.isNaN(filter.to_cents ?? 0),
    effective_on: effective_on === '',
  }
  for (const name of Object.keys(own) as (keyof typeof own)[])
    if (unreadable[name]) found[name] = own[name]
  return found
}

const percentText = (hundredths: number) => `${hundredths / 100} %`

/** '5 %, rounded to $0.50' or '$3.00'. */
export const raiseText = (raise: PriceRaise): string =>
  raise.by === 'amount'
    ? formatCents(raise.cents)
    : `${percentText(raise.hundredths)}${raise.round_to > 1 ? `, rounded to ${formatCents(raise.round_to)}` : ''}`
