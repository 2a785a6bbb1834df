import type { portal } from '../../../api/portal.ts'
import type { Standing } from '../../../domain/flows/portal.ts'
import type { Handlers } from '../../base/call.ts'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import type { Credit } from '../../../domain/money/credit.ts'
import { readCredits } from '../../money/credits/read.ts'
import { addNote } from '../../customers/write-notes.ts'
import { readOfferTexts, setOfferTexts } from '../../customers/text-consent.ts'
import { resume } from '../../customers/write-status.ts'
import { lockCustomer } from '../../customers/write-row.ts'
import type { OrgTx } from '../../base/db/door.ts'
import {
  addLocation,
  changeLocation,
  makeDefault,
  readLocations,
  removeLocation,
} from '../../customers/locations.ts'
import { searchOrganizations, selectOrganization } from './organizations.ts'
import { readHome } from './home.ts'
import { pauseOwn, readOwnSeries, resumeOwn } from './own-series.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { readHeld } from '../../money/bill-reminders/read.ts'
import { found, notFound } from '../../base/kit/refusals.ts'
import { widenSight } from '../../base/db/sight.ts'
import { inSchedule, readSchedule } from '../../schedule/week/context.ts'
import { offeredServices } from '../signup/lead.ts'
import type { Actor } from '../../base/actor.ts'

/** The reason is for the office. */
const shownToCustomer = ({ id, amount_cents, used_cents, paid_back_cents, given_at }: Credit) => ({
  id,
  amount_cents,
  used_cents,
  paid_back_cents,
  given_at,
})

/** The caller's customer id in this organization. */
function own({ customer_id }: Actor): string {
  if (!customer_id) throw notFound()
  return customer_id
}

async function readStanding(tx: OrgTx, customer_id: string): Promise<Standing> {
  const row = await tx
    .selectFrom('customers')
    .select(['status', 'paused_from', 'resume_on'])
    .where('id', '=', customer_id)
    .executeTakeFirst()
  const { status, paused_from, resume_on } = found(row)
  const held = await readHeld(tx, customer_id)
  // A past pause stays on the row, for the visits it skipped.
  const isPaused = status === 'paused'
  return {
    status: status as CustomerStatus,
    paused_from: isPaused ? paused_from : null,
    resume_on: isPaused ? resume_on : null,
    held,
  }
}

export const portalHandlers: Handlers<typeof portal> = {
  'GET /api/users/standing': ({ readOrg, actor }) => readOrg((tx) => readStanding(tx, own(actor))),

  'GET /api/users/credits': ({ readOrg, actor }) =>
    readOrg(async (tx) => {
      const { credits, left_cents } = await readCredits(tx, own(actor))
      return {
        credits: credits.filter((credit) => credit.taken_back_at === null).map(shownToCustomer),
        left_cents,
      }
    }),

  'GET /api/users/home': (call) => readSchedule(call, (ctx) => readHome(ctx, own(call.actor))),

  'GET /api/users/offer-texts': ({ readOrg, actor, query }) =>
    readOrg((tx) => readOfferTexts(tx, own(actor), query.locale)),

  'PUT /api/users/offer-texts': ({ inOrg, body: { agreed, locale }, ...call }) =>
    inOrg(async (tx) => {
      const id = own(call.actor)
      await setOfferTexts(tx, call, id, { agreed, locale })
      return readOfferTexts(tx, id, locale)
    }),

  'POST /api/users/resume': ({ inOrg, actor }) =>
    inOrg(async (tx) => {
      const customer = await lockCustomer(tx, own(actor))
      if (customer.status === 'paused') {
        await resume(tx, customer)
        // Notes belong to the office; customers cannot read them.
        widenSight(tx)
        await addNote(tx, customer.id, 'Resumed the work in their account.')
      }
      return readStanding(tx, customer.id)
    }),

  'GET /api/users/series': (call) =>
    readSchedule(call, (ctx) => readOwnSeries(ctx, own(call.actor))),
  'POST /api/users/series/pause': (call) =>
    inSchedule(call, (ctx) => pauseOwn(ctx, own(call.actor), call.body)),
  'POST /api/users/series/resume': (call) =>
    inSchedule(call, (ctx) => resumeOwn(ctx, own(call.actor), call.body)),

  'GET /api/users/locations': ({ readOrg, actor }) =>
    readOrg(async (tx) => ({ locations: await readLocations(tx, own(actor)) })),
  'POST /api/users/locations': ({ inOrg, actor, body }) =>
    inOrg((tx) => addLocation(tx, own(actor), body, 'customer')),
  'PUT /api/users/locations/{id}': ({ inOrg, actor, params, body }) =>
    inOrg((tx) => changeLocation(tx, own(actor), params.id, body, 'customer')),
  'DELETE /api/users/locations/{id}': ({ inOrg, actor, params }) =>
    inOrg(async (tx) => {
      await removeLocation(tx, own(actor), params.id, 'customer')
      return { ok: true as const }
    }),
  'PUT /api/users/locations/{id}/default': ({ inOrg, actor, params }) =>
    inOrg((tx) => makeDefault(tx, own(actor), params.id, 'customer')),

  'GET /api/users/services': ({ readOrg }) =>
    readOrg(async (tx) => ({ services: await offeredServices(tx) })),
  'GET /api/users/preferences': ({ readOrg, actor }) =>
    readOrg((tx) => readPreferences(tx, own(actor))),
  'PUT /api/users/preferences': ({ inOrg, actor, body }) =>
    inOrg((tx) => changePreferences(tx, own(actor), body)),

  'GET /api/users/organizations/search': (call) => searchOrganizations(call),
  'POST /api/users/organizations/select': (call) => selectOrganization(call),
}
