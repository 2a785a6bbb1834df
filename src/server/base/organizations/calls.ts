import { sql } from 'kysely'
import type { organizations } from '../../../api/organizations.ts'
import { clampChargeDays } from '../../money/billing/settings.ts'
import type { Handlers } from '../call.ts'
import { readReviewSettings } from '../../../domain/customers/review.ts'
import { changeBrand, drawLogo, readBrand, readLogo } from './brand.ts'
import { publicView, readOrganization, readOrganizationRow } from './read.ts'
import { changeOrganization, changeReviewSettings } from './write.ts'
import type { firstStepCalls } from '../../../api/first-steps.ts'
import { stepsToShow, type FirstStep, type FirstSteps } from '../../../domain/flows/first-steps.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { found } from '../kit/refusals.ts'
import { senderVerified } from '../sums/proven-sender.ts'

export const organizationHandlers: Handlers<typeof organizations> = {
  'GET /api/owner/my-organization': ({ readOrg }) => readOrg(readOrganization),

  'POST /api/owner/organization/update': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, body)
      if (body.customer_due_day !== undefined) await clampChargeDays(tx, body.customer_due_day)
      return readOrganization(tx)
    }),

  'PATCH /api/owner/schedule-settings': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, { schedule_settings: body })
      return readOrganization(tx)
    }),

  'GET /api/owner/review-settings': ({ readOrg }) =>
    readOrg(async (tx) => readReviewSettings((await readOrganizationRow(tx)).message_settings)),

  'PUT /api/owner/review-settings': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeReviewSettings(tx, body)
      return body
    }),

  'GET /api/owner/brand': ({ readOrg }) => readOrg(readBrand),

  'PUT /api/owner/brand': async ({ inOrg, body: { color, picture } }) => {
    const drawn = typeof picture === 'string' ? await drawLogo(picture) : picture
    return inOrg(async (tx) => {
      await changeBrand(tx, { color, picture: drawn })
      return readBrand(tx)
    })
  },

  'GET /api/public/logos/{id}/{hash}': async ({ app, params, reply }) => {
    const { hash, type, bytes } = await readLogo(app, params.id)
    // Mail in a browser shows it on pages of other origins.
    await reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'")
      .header(
        'cache-control',
        hash === params.hash ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
      .type(type)
      .send(bytes)
    return undefined as never
  },

  'GET /api/users/my-organization': ({ readOrg }) =>
    readOrg(async (tx) => {
      const row = await readOrganizationRow(tx)
      return { ...(await publicView(tx, row)), customer_due_day: row.customer_due_day }
    }),
}

export const firstStepHandlers: Handlers<typeof firstStepCalls> = {
  'GET /api/owner/first-steps': ({ readOrg }) => readOrg(readFirstSteps),
  'POST /api/owner/first-steps/hide': ({ inOrg }) =>
    inOrg(async (tx) => {
      await tx
        .updateTable('organizations')
        .set({ first_steps_hidden_at: sql`now()` })
        .where('id', '=', tx.org)
        .execute()
      await emit(tx, 'organization.changed', { fields: ['first_steps'] })
      return readFirstSteps(tx)
    }),
}

async function readFirstSteps(tx: OrgTx): Promise<FirstSteps> {
  const { rows } = await sql<Record<FirstStep, boolean> & { is_hidden: boolean }>`
    select ${senderVerified(sql`o.id`)} as email,
      exists (select 1 from services where active) as service,
      exists (select 1 from teams where deleted_at is null) as team,
      exists (select 1 from customers) or exists (select 1 from invitations where kind = 'customer') as customer,
      exists (select 1 from rules) as visit,
      o.stripe_charges_enabled as payments, o.logo is not null as logo, o.first_steps_hidden_at is not null as is_hidden
    from organizations o where o.id = ${tx.org}`.execute(tx)
  const { is_hidden, ...done } = found(rows[0])
  return { steps: stepsToShow(done, is_hidden) }
}
