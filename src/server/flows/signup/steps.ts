import type { SignupStep } from '../../../domain/flows/signup.ts'
import type { CallContext } from '../../base/call.ts'
import { inOrgAll, type OrgTx } from '../../base/db/door.ts'
import { fillContact } from '../../customers/write-signup.ts'
import { refused } from '../../base/kit/refusals.ts'
import { laterStep, lockLead, nextStep, tokenOf, type LeadData, type LeadRow } from './lead.ts'
import { findSignup } from './target.ts'
import { saveLead } from './write.ts'
import type { Locale } from '../../../domain/base/locale.ts'

export type StepCall = CallContext & {
  params: { code: string }
  body: { ref?: string | undefined; locale?: Locale | undefined }
}

/**
 * Saves one step's answers in the sign-up of the token. 409 `already_signed_up` once someone has
 * claimed it.
 */
export async function saveStep(
  call: StepCall,
  done: SignupStep,
  data: (tx: OrgTx) => Promise<LeadData> | LeadData,
  also?: (tx: OrgTx, lead: LeadRow) => Promise<unknown>,
): Promise<{ ok: true; step: SignupStep }> {
  const token = tokenOf(call)
  const { organization_id } = await findSignup(call.app, call.params.code, token)
  return inOrgAll(call.app.store, organization_id, call.cause, async (tx) => {
    const lead = await lockLead(tx, token)
    if (lead.claimed_by && done !== 'postauth_phone')
      throw refused('already_signed_up', 'This sign-up is finished. Log in to change it.')
    lead.data = { ...lead.data, ...broughtAlong(lead, call.body), ...(await data(tx)) }
    await saveLead(tx, lead, { data: lead.data, step: laterStep(nextStep(done), lead.step) })
    await also?.(tx, lead)
    return { ok: true as const, step: nextStep(done) }
  })
}

/** The fields that were sent, without those left out. */
export const presentIn = <T extends object>(
  data: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as never

/** Every week is "weekly", even if sent as every 1 week. */
export const frequencyOf = <
  T extends {
    service_frequency?: string | null | undefined
    service_interval?: number | null | undefined
  },
>(
  wish: T,
): T =>
  wish.service_frequency === 'every_x_weeks' && wish.service_interval === 1
    ? { ...wish, service_frequency: 'weekly', service_interval: null }
    : wish

/**
 * What every answer brings along: the referral code of the sign-up's link, of which the first one
 * counts, and the language, of which the last one does.
 */
export const broughtAlong = (
  lead: LeadRow,
  { ref, locale }: StepCall['body'],
): Pick<LeadData, 'ref' | 'locale'> => ({
  ...(ref && !lead.data.ref ? { ref } : {}),
  ...(locale ? { locale } : {}),
})

/** Fills in the name and phone sent with the token, where the customer of this sign-up has none. */
export async function completeContact(tx: OrgTx, lead: LeadRow): Promise<void> {
  const { name = null, phone_number = null } = lead.data
  if (lead.customer_id && (name || phone_number))
    await fillContact(tx, lead.customer_id, lead.id, { name, phone_number })
}
