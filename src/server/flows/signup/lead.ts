import { sql } from 'kysely'
import type { LeadState } from '../../../api/signup.ts'
import { isInServiceArea } from '../../../domain/base/organization.ts'
import type { OfferedService } from '../../../domain/base/service.ts'
import {
  outOfAreaRefusal,
  type SelectedService,
  type SignupStep,
  signupSteps,
} from '../../../domain/flows/signup.ts'
import type { CallContext } from '../../base/call.ts'
import { hashCode } from '../../base/kit/codes.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readTaxPpm } from '../../money/tax/read.ts'
import { invalid, notFound } from '../../base/kit/refusals.ts'

export const leadLost = 'Your sign-up could not be found. Please start again with your email.'
const leadCookie = 'signup_lead'
/**
 * A chosen service at its current price, with the price the page showed and whether they differ.
 */
type ChosenService = {
  key: string
  price_cents: number | null
  shown_cents: number | null
  price_differs: boolean
}

/** A lead's answers so far; stored as a whole. */
export type LeadData = Partial<
  Omit<
    LeadState,
    | 'lead_token'
    | 'email'
    | 'step'
    | 'completed'
    | 'all_asked'
    | 'out_of_area'
    | 'services_selected'
    | 'tax_ppm'
  >
> & {
  services_selected?: ChosenService[]
  /** The code in the link it was started with. */
  ref?: string
}

export type LeadRow = {
  id: string
  organization_id: string
  email: string
  step: SignupStep
  data: LeadData
  customer_id: string | null
  completed_at: string | null
  all_asked_at: string | null
  invitation_id: string | null
  claimed_by: string | null
}
const leadColumns = [
  'id',
  'organization_id',
  'email',
  'step',
  'data',
  'customer_id',
  'completed_at',
  'all_asked_at',
  'invitation_id',
  'claimed_by',
] as const

type MaybeToken = { lead_token?: string } | undefined
/** The token in the call itself. */
export const tokenInCall = (call: { body?: unknown; query?: unknown }): string | null =>
  (call.body as MaybeToken)?.lead_token || (call.query as MaybeToken)?.lead_token || null
/** The token in the call, or in the browser's cookie. */
export const tokenOf = (
  call: Pick<CallContext, 'cookies'> & { body?: unknown; query?: unknown },
): string | null => tokenInCall(call) ?? call.cookies[leadCookie] ?? null

/** Locks the lead of the caller's token; an address in the body selects nothing. */
export async function lockLead(tx: OrgTx, token: string | null): Promise<LeadRow> {
  const row = await findLead(tx, token)
  if (!row) throw notFound(leadLost)
  return row
}

export async function findLead(tx: OrgTx, token: string | null): Promise<LeadRow | null> {
  if (!token) return null
  const row = await tx
    .selectFrom('signup_leads')
    .select(leadColumns)
    .where('token_hash', '=', hashCode(token))
    .forUpdate()
    .executeTakeFirst()
  return (row as LeadRow | undefined) ?? null
}

export const nextStep = (step: SignupStep): SignupStep =>
  signupSteps[signupSteps.indexOf(step) + 1] ?? step
export const laterStep = (a: SignupStep, b: SignupStep): SignupStep =>
  signupSteps.indexOf(a) >= signupSteps.indexOf(b) ? a : b

/** Lets the browser that started a sign-up continue without sending its token. */
export const keepCookie = (call: CallContext, token: string): void => {
  call.reply.setCookie(leadCookie, token, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: call.app.config.PUBLIC_URL.startsWith('https:'),
    maxAge: 60 * 60 * 24 * 30,
  })
}

export const offeredServices = async (tx: OrgTx): Promise<OfferedService[]> => {
  const rows = await tx
    .selectFrom('services')
    .select(['key', 'name', 'description', 'price_cents', 'active', 'taxable'])
    .where('active', '=', true)
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute()
  return rows.map(({ name, ...service }) => ({ ...service, label: name, currency: 'USD' as const }))
}

/**
 * Chosen services at their current prices; prices sent by the page are stored but ignored. Services
 * not offered are left out.
 */
export async function priced(
  tx: OrgTx,
  selected: readonly SelectedService[],
): Promise<ChosenService[]> {
  const catalogue = new Map(
    (await offeredServices(tx)).map((service) => [service.key, service.price_cents]),
  )
  const chosen = new Map(selected.map((service) => [service.key, service.price_cents ?? null]))
  return [...chosen].flatMap(([key, shown_cents]) => {
    const price_cents = catalogue.get(key)
    return price_cents === undefined
      ? []
      : [
          {
            key,
            price_cents,
            shown_cents,
            price_differs: shown_cents !== null && shown_cents !== price_cents,
          },
        ]
  })
}

export const addressOf = (data: LeadData) => ({
  street: data.street ?? null,
  city: data.city ?? null,
  state: data.state ?? null,
  zip: data.zip ?? null,
})

const areaOf = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select(['service_area_zipcodes', 'signups_in_area_only'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

export async function isOutOfArea(tx: OrgTx, zip: string | null | undefined): Promise<boolean> {
  return !!zip && !isInServiceArea(zip, (await areaOf(tx)).service_area_zipcodes)
}

/**
 * An organization may accept sign-ups only from its area; otherwise every address is accepted and
 * flagged.
 */
export async function refuseOutOfArea(tx: OrgTx, zip: string | null | undefined): Promise<void> {
  if (!zip) return
  const { service_area_zipcodes, signups_in_area_only } = await areaOf(tx)
  if (signups_in_area_only && !isInServiceArea(zip, service_area_zipcodes))
    throw invalid({ zip: outOfAreaRefusal })
}

/** A lead's progress, for the device that asks. */
export async function stateOf(tx: OrgTx, lead: LeadRow, lead_token: string): Promise<LeadState> {
  const { data } = lead
  return {
    lead_token,
    email: lead.email,
    step: lead.step,
    completed: lead.completed_at !== null,
    all_asked: lead.all_asked_at !== null,
    name: data.name ?? null,
    phone_number: data.phone_number ?? null,
    ...addressOf(data),
    available_days: data.available_days ?? [],
    services_selected: data.services_selected ?? [],
    service_frequency: data.service_frequency ?? null,
    service_interval: data.service_interval ?? null,
    autopay_authorized: data.autopay_authorized ?? false,
    autopay_oneoffs: data.autopay_oneoffs ?? false,
    sms_opt_in: data.sms_opt_in ?? false,
    locale: data.locale ?? null,
    out_of_area: await isOutOfArea(tx, data.zip),
    tax_ppm: await readTaxPpm(tx, data.zip ?? null),
  }
}
