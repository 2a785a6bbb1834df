import type { customers } from '../../api/customers.ts'
import { releaseByHand } from '../money/bill-reminders/hold.ts'
import type { Handlers } from '../base/call.ts'
import { inOrgAll, type OrgTx } from '../base/db/door.ts'
import { addLooks } from '../flows/gate-codes/write.ts'
import { byId, pageOf } from '../base/kit/page.ts'
import { notFound, refused, found } from '../base/kit/refusals.ts'
import { readCalendar } from '../schedule/week/calendar.ts'
import { exportCustomers } from './export.ts'
import { filterOf } from './filter.ts'
import { lookalikes, nextVisitsOf, readNames } from './find.ts'
import { merge } from '../flows/merging/merge.ts'
import { sendPromotion } from './promotions.ts'
import { readCustomer, readNotes, readPage, readTotals } from './read.ts'
import { shownCustomer } from './view.ts'
import { changeBilling } from './write-billing.ts'
import { addWrittenNote } from './write-notes.ts'
import { lockCustomer } from './write-row.ts'
import { tellingPlansOf } from '../schedule/series/tell-plan.ts'
import { changeStatus, changeStatusOfMany, pause, resume } from './write-status.ts'
import {
  addCustomer,
  changeContact,
  markWishesSeen,
  setReminders,
  setTags,
  assignTeam,
} from './write.ts'
import type { finding } from '../../api/finding.ts'
import { hasRole, officeRoles } from '../../domain/base/roles.ts'
import type { locations } from '../../api/locations.ts'
import {
  addLocation,
  changeLocation,
  makeDefault,
  readLocations,
  removeLocation,
} from './locations.ts'
import type { customerTable } from '../../api/customer-table.ts'
import { editMany, readTable } from './table.ts'

export const customerHandlers: Handlers<typeof customers> = {
  'GET /api/owner/customers': ({ readOrg, query }) =>
    readOrg(async (tx) => {
      const [calendar, rows] = await Promise.all([
        readCalendar(tx),
        readPage(tx, filterOf(query), { after: query.cursor, limit: query.limit + 1 }),
      ])
      const { page, next_cursor } = pageOf(rows, query.limit, byId)
      return { customers: page.map((row) => shownCustomer(row, calendar)), next_cursor }
    }),

  'GET /api/owner/customers/export': async ({ app, actor, cause, readOrg, query, reply }) => {
    const gateCodes = actor.role === 'owner' && actor.impersonation_id === null
    const { file, shown } = await readOrg((tx) =>
      exportCustomers(tx, filterOf(query), { gateCodes }),
    )
    if (shown.length)
      await inOrgAll(app.store, actor.organization_id, cause, (tx) =>
        addLooks(
          tx,
          shown.map((customer_id) => ({
            customer_id,
            person_id: actor.person_id,
            person_name: actor.name,
            screen: 'export',
            team_name: null,
            visit: null,
          })),
        ),
      )
    await reply
      .header('content-disposition', 'attachment; filename="customers.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(file)
    return undefined as never
  },

  'GET /api/owner/customers/totals': ({ readOrg, query }) =>
    readOrg((tx) => readTotals(tx, filterOf(query))),

  'GET /api/owner/customers/duplicates': ({ readOrg, query: { except, ...given } }) =>
    readOrg(async (tx) => ({
      duplicates: await lookalikes(tx, { ...given, ...(except ? { id: except } : {}) }),
    })),

  'POST /api/owner/customers': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const id = await addCustomer(tx, body)
      // A matching e-mail address is refused, so compare only the rest.
      const [made, duplicates] = await Promise.all([
        readCustomer(tx, id),
        lookalikes(tx, { ...body, id, email: null }),
      ])
      return { ...made, duplicates }
    }),

  'GET /api/owner/customers/{id}': ({ readOrg, params }) =>
    readOrg((tx) => readCustomer(tx, params.id)),

  'PUT /api/owner/customers/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockCustomer(tx, params.id)
      const { status, team_id, version, ...contact } = body
      if (version !== undefined && version !== row.version)
        throw refused(
          'stale',
          'Someone else changed this customer in the meantime. Please check it again.',
        )
      if (Object.keys(contact).length) await changeContact(tx, row, contact)
      if (status) await changeStatus(tx, params.id, status)
      if (team_id !== undefined) await assignTeam(tx, row, team_id, true)
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/{id}/status': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await changeStatus(tx, params.id, body.status)
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/bulk-status': ({ inOrg, body }) =>
    inOrg((tx) => changeStatusOfMany(tx, body.ids, body.status)),

  'POST /api/owner/customers/{id}/pause': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const customer = await lockCustomer(tx, params.id)
      await tellingPlansOf(tx, params.id, () =>
        pause(tx, customer, {
          reason: body.reason ?? null,
          from: body.from ?? undefined,
          resume_on: body.resume_on ?? null,
        }),
      )
      return readCustomer(tx, params.id)
    }),
  'POST /api/owner/customers/{id}/resume': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const customer = await lockCustomer(tx, params.id)
      await tellingPlansOf(tx, params.id, () => resume(tx, customer))
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/{id}/merge': merge,
  'POST /api/owner/customers/{id}/wishes-seen': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await markWishesSeen(tx, await lockCustomer(tx, params.id))
      return readCustomer(tx, params.id)
    }),
  'PUT /api/owner/customers/{id}/tags': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await setTags(tx, await lockCustomer(tx, params.id), body.tags)
      return readCustomer(tx, params.id)
    }),
  'POST /api/owner/customers/{id}/reminders': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await setReminders(tx, await lockCustomer(tx, params.id), body.enabled)
      return readCustomer(tx, params.id)
    }),

  'PUT /api/owner/customers/{id}/invoice-sending': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const { id } = await lockCustomer(tx, params.id)
      await changeBilling(tx, id, body)
      return readCustomer(tx, id)
    }),

  'PUT /api/owner/customers/{id}/tax-exemption': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const { id } = await lockCustomer(tx, params.id)
      const { tax_certificate, tax_exempt_until } = body
      await changeBilling(tx, id, {
        tax_certificate,
        tax_exempt_until: tax_certificate === null ? null : tax_exempt_until,
      })
      return readCustomer(tx, id)
    }),

  'PUT /api/owner/customers/{id}/bill-reminders': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const { id } = await lockCustomer(tx, params.id)
      await changeBilling(tx, id, body)
      return readCustomer(tx, id)
    }),

  'POST /api/owner/customers/{id}/hold-release': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const { id } = await lockCustomer(tx, params.id)
      await releaseByHand(tx, id, body.reason)
      return readCustomer(tx, id)
    }),

  'POST /api/owner/customers/{id}/promotions/send': ({ inOrg, params, body }) =>
    inOrg((tx) => sendPromotion(tx, params.id, body.message)),
  'POST /api/owner/customers/{id}/notes': ({ inOrg, params, body, actor }) =>
    inOrg(async (tx) =>
      addWrittenNote(tx, await lockCustomer(tx, params.id), body.text, {
        author_id: actor.person_id,
        author_name: actor.name ?? actor.email,
      }),
    ),
  'GET /api/owner/customers/{id}/notes': ({ readOrg, params, query }) =>
    readOrg((tx) => readNotes(tx, params.id, query)),

  'POST /api/owner/customers/{id}/assign-team': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await assignTeam(tx, await lockCustomer(tx, params.id), body.team_id, body.future_visits)
      return readCustomer(tx, params.id)
    }),
  'POST /api/owner/teams/{id}/customers': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await assignTeam(tx, await lockCustomer(tx, body.customer_id), params.id, true)
      return readCustomer(tx, body.customer_id)
    }),
  'DELETE /api/owner/teams/{id}/customers/{customerId}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const row = await lockCustomer(tx, params.customerId)
      if (row.team_id !== params.id) throw notFound()
      await assignTeam(tx, row, null, true)
      return { ok: true as const }
    }),
}

export const findingHandlers: Handlers<typeof finding> = {
  'GET /api/find/customers': ({ readOrg, actor }) =>
    readOrg(async (tx) => ({
      customers: await readNames(tx, { with_leads: hasRole(actor.roles, officeRoles) }),
    })),

  'GET /api/find/visits': ({ readOrg, query }) =>
    readOrg(async (tx) => ({ visits: await nextVisitsOf(tx, await readCalendar(tx), query.q) })),
}

export const locationHandlers: Handlers<typeof locations> = {
  'GET /api/owner/customers/{id}/locations': ({ readOrg, params }) =>
    readOrg(async (tx) => {
      const customer = tx.selectFrom('customers').select('id').where('id', '=', params.id)
      const { id } = found(await customer.executeTakeFirst())
      return { locations: await readLocations(tx, id) }
    }),
  'POST /api/owner/customers/{id}/locations': ({ inOrg, params, body }) =>
    inOrg((tx) => addLocation(tx, params.id, body, 'office')),
  'PUT /api/owner/locations/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) =>
      changeLocation(tx, await ownerOf(tx, params.id), params.id, body, 'office'),
    ),
  'PUT /api/owner/locations/{id}/default': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const customer_id = await ownerOf(tx, params.id)
      await makeDefault(tx, customer_id, params.id, 'office')
      return { locations: await readLocations(tx, customer_id) }
    }),
  'DELETE /api/owner/locations/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const customer_id = await ownerOf(tx, params.id)
      await removeLocation(tx, customer_id, params.id, 'office')
      return { locations: await readLocations(tx, customer_id) }
    }),
}

/** The customer whose address it is. */
async function ownerOf(tx: OrgTx, id: string): Promise<string> {
  const places = tx.selectFrom('service_locations').select('customer_id').where('id', '=', id)
  return found(await places.executeTakeFirst()).customer_id
}

export const customerTableHandlers: Handlers<typeof customerTable> = {
  'GET /api/owner/customers/table': ({ readOrg, query }) =>
    readOrg((tx) => readTable(tx, filterOf(query), query)),
  'POST /api/owner/customers/bulk-edit': ({ inOrg, body }) => inOrg((tx) => editMany(tx, body)),
}
