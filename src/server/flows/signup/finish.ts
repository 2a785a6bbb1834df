import type { signup } from '../../../api/signup.ts'
import { emailKey } from '../../../domain/base/email.ts'
import type { CallOf } from '../../base/call.ts'
import { setReferrer } from '../../customers/write-referrals.ts'
import { inOrgAll, type OrgTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { keepConsents } from './consents.ts'
import { answerForm, customerOfLead } from './customer.ts'
import {
  findLead,
  tokenInCall,
  keepCookie,
  laterStep,
  lockLead,
  priced,
  refuseOutOfArea,
  tokenOf,
  type LeadData,
  type LeadRow,
} from './lead.ts'
import { frequencyOf, presentIn, broughtAlong, type StepCall } from './steps.ts'
import { countSignUp, findSignup, type SignupTarget } from './target.ts'
import { planSignupMessage } from './office.ts'
import { saveLead, startLead } from './write.ts'
import type { Locale } from '../../../domain/base/locale.ts'

type Path = 'POST /api/public/signup/{code}'
type Finish = CallOf<Path, (typeof signup)[Path]>

/** Finishes a sign-up: saves all answers and consents, and creates the customer. */
export async function finishSignup(call: Finish): Promise<void> {
  const target = await findSignup(call.app, call.params.code, tokenOf(call))
  const { token } = await inOrgAll(
    call.app.store,
    target.organization_id,
    call.cause,
    async (tx) => {
      const found = await leadToFinish(tx, call, target)
      if (!found.lead.claimed_by) await finish(tx, call, found)
      return found
    },
  )
  if (token !== tokenOf(call)) keepCookie(call, token)
}

async function finish(tx: OrgTx, call: Finish, { lead, isForm }: ToFinish): Promise<void> {
  const { authorization_text, consent_texts } = call.body
  lead.data = await answersOf(tx, call, lead)
  await refuseOutOfArea(tx, lead.data.zip)
  if (lead.completed_at === null) await countSignUp(tx, lead)
  const step = laterStep('postauth_name', lead.step)
  await saveLead(tx, lead, { data: lead.data, step, completed: true })
  lead.completed_at ??= new Date().toISOString()
  const { autopay_authorized = false, autopay_oneoffs = false, sms_opt_in = false } = lead.data
  const consents = { autopay_authorized, autopay_oneoffs, sms_opt_in }
  await keepConsents(tx, call, lead, { ...consents, authorization_text, consent_texts })
  const customer_id = await customerOfLead(tx, lead)
  if (customer_id) await setReferrer(tx, customer_id, { ...lead, ref: lead.data.ref })
  await planSignupMessage(tx, lead.id, { asks_more: !isForm })
  if (isForm) await answerForm(tx, call.app, lead, customer_id)
  await audit(tx, {
    action: 'signup.completed',
    entity: 'customer',
    ...(customer_id ? { entity_id: customer_id } : {}),
  })
}

/** `isForm`: nothing more is asked after this. */
type ToFinish = { lead: LeadRow; token: string; isForm: boolean }

/** All answers so far; this call's take precedence. */
async function answersOf(tx: OrgTx, { body }: Finish, lead: LeadRow): Promise<LeadData> {
  const { email: _, lead_token: __, website: ___, ref, locale, services_selected, ...rest } = body
  const { authorization_text: ____, consent_texts: _____, service_interval, ...sent } = rest
  const interval = sent.service_frequency === undefined ? {} : { service_interval }
  const data: LeadData = {
    ...lead.data,
    ...broughtAlong(lead, { ref, locale }),
    ...(presentIn(frequencyOf({ ...sent, ...interval })) as LeadData),
    ...(services_selected ? { services_selected: await priced(tx, services_selected) } : {}),
  }
  const { autopay_authorized = false, autopay_oneoffs = false } = data
  return { ...data, autopay_oneoffs: autopay_authorized && autopay_oneoffs }
}

/**
 * The sign-up to finish: the one with this token, the one this browser started with the same e-mail
 * address, or a new one.
 */
async function leadToFinish(
  tx: OrgTx,
  call: StepCall & { body: { email: string; locale?: Locale | undefined } },
  target: SignupTarget,
): Promise<ToFinish> {
  const { email } = call.body
  const named = tokenInCall(call)
  if (named) return { lead: await lockLead(tx, named), token: named, isForm: false }
  const kept = tokenOf(call)
  const own = await findLead(tx, kept)
  // Several people may sign up in one browser.
  if (own && emailKey(own.email) === emailKey(email))
    return { lead: own, token: kept!, isForm: false }
  const token = await startLead(tx, call, {
    email,
    invitation_id: target.invitation_id,
    code: call.params.code,
    ref: call.body.ref,
    locale: call.body.locale,
    resumes: false,
  })
  return { lead: await lockLead(tx, token), token, isForm: true }
}
