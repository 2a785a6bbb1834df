import { sql } from 'kysely'
import type { customers } from '../api/customers.ts'
import { toE164 } from '../domain/contact.ts'
import { tagsInFilter, tidyTags, type Customer } from '../domain/customer.ts'
import { formatCents } from '../domain/money.ts'
import type { CustomerFrequency } from '../domain/cadence.ts'
import type { Handlers } from './call.ts'
import { sendPromotion, unsubscribe, unsubscribePage } from './customers/promotions.ts'
import { lookalikes } from './customers/lookalikes.ts'
import { merge } from './customers/merge.ts'
import { readCustomer, readPage, readTotals, shownCustomer, type CustomerFilter } from './customers/rows.ts'
import { changeOneOfMany, changeStatus, lockCustomer, pause, resume } from './customers/status.ts'
import type { OrgTx } from './db/door.ts'
import { newId } from './db/ids.ts'
import { emit } from './events.ts'
import { textsOnceReachable } from './messages/text-consent.ts'
import { byId, pageOf } from './page.ts'
import { csvFile } from './payments/csv.ts'
import { found, notFound, Refused, refused } from './refusals.ts'
import { readFrame } from './schedule/frame.ts'
import { assignCustomerRules } from './schedule/series.ts'

async function assignTeam(tx: OrgTx, id: string, team_id: string | null, future_visits: boolean): Promise<Customer> {
  const row = await lockCustomer(tx, id)
  if (team_id)
    found(
      await tx
        .selectFrom('teams')
        .select('id')
        .where('organization_id', '=', tx.org)
        .where('id', '=', team_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
  await tx
    .updateTable('customers')
    .set({ team_id, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
  if (future_visits) await assignCustomerRules(tx, id, team_id)
  await emit(tx, 'customer.changed', { customer_id: id, team_id }, { customer_id: id, team_ids: [row.team_id, team_id] })
  return readCustomer(tx, id)
}

const addressFields = ['street', 'city', 'state', 'zip'] as const

/** Work is done where the customer's address says, once that is whole. */
const moveDefaultLocation = (tx: OrgTx, customer_id: string): Promise<unknown> =>
  sql`insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default)
    select organization_id, id, street, city, state, zip, true from customers
    where organization_id = ${tx.org} and id = ${customer_id} and street is not null and city is not null and state is not null and zip is not null
    on conflict (organization_id, customer_id) where is_default do update set street = excluded.street, city = excluded.city, state = excluded.state, zip = excluded.zip`.execute(
    tx,
  )

async function change(
  tx: OrgTx,
  id: string,
  values: { tags: string[] } | { reminder_opt_in: boolean } | { wishes_before: null; wishes_changed_at: null },
): Promise<Customer> {
  const row = await lockCustomer(tx, id)
  await tx
    .updateTable('customers')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
  await emit(tx, 'customer.changed', { customer_id: id }, { customer_id: id, team_ids: [row.team_id] })
  return readCustomer(tx, id)
}

type ListQuery = {
  customer_id?: string | undefined
  q?: string | undefined
  status?: string | undefined
  team_id?: string | undefined
  tag?: string | undefined
  service?: string | undefined
  frequency?: CustomerFrequency | undefined
  autopay?: boolean | undefined
  due?: boolean | undefined
  wishes?: boolean | undefined
}
/** A word that is no status finds nobody. */
const filterOf = ({ status, tag, ...rest }: ListQuery): CustomerFilter => ({
  ...rest,
  statuses: status ? status.split(',').map((one) => one.trim()) : [],
  tags: tagsInFilter(tag ?? ''),
})

const exportPage = 1000
const columns = [
  'Name',
  'Status',
  'Email',
  'Phone',
  'Street',
  'City',
  'State',
  'ZIP',
  'Team',
  'Tags',
  'Frequency',
  'Services',
  'Next visit',
  'Autopay',
  'Balance due',
  'Lifetime value',
  'Since',
]

/** The customers of a filter as a file. */
async function exportCustomers(tx: OrgTx, filter: CustomerFilter): Promise<string> {
  const frame = await readFrame(tx)
  const lines: (string | null)[][] = []
  for (let after: string | undefined; ;) {
    const page = await readPage(tx, filter, { after, limit: exportPage })
    for (const c of page.map((row) => shownCustomer(row, frame)))
      lines.push([
        c.name,
        c.status,
        c.email,
        c.phone_number,
        c.street,
        c.city,
        c.state,
        c.zip,
        (c.team_id && frame.teams.get(c.team_id)?.name) ?? null,
        c.tags.join(', '),
        c.frequency_label ?? c.frequency,
        c.services.join(', '),
        c.next_visit_at,
        c.has_autopay ? 'yes' : 'no',
        formatCents(c.outstanding_balance_cents),
        formatCents(c.cltv_cents),
        c.created_at.slice(0, 10),
      ])
    after = page.at(-1)?.id
    if (page.length < exportPage) return csvFile(columns, lines)
  }
}

const orEmailTaken = (fault: unknown): never => {
  throw /customers_email/.test(`${(fault as { constraint?: string }).constraint} ${(fault as Error).message}`)
    ? refused('email_taken', 'Another customer has this e-mail address.')
    : fault
}

export const customerHandlers: Handlers<typeof customers> = {
  'GET /api/owner/customers': ({ inOrg, query }) =>
    inOrg(async (tx) => {
      const [frame, rows] = await Promise.all([readFrame(tx), readPage(tx, filterOf(query), { after: query.cursor, limit: query.limit + 1 })])
      const { page, next_cursor } = pageOf(rows, query.limit, byId)
      return { customers: page.map((row) => shownCustomer(row, frame)), next_cursor }
    }),

  'GET /api/owner/customers/export': async ({ inOrg, query, reply }) => {
    const file = await inOrg((tx) => exportCustomers(tx, filterOf(query)))
    await reply
      .header('content-disposition', 'attachment; filename="customers.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(file)
    return undefined as never
  },

  'GET /api/owner/customers/totals': ({ inOrg, query }) => inOrg((tx) => readTotals(tx, filterOf(query))),

  'GET /api/owner/customers/duplicates': ({ inOrg, query: { except, ...given } }) =>
    inOrg(async (tx) => ({ duplicates: await lookalikes(tx, { ...given, ...(except ? { id: except } : {}) }) })),

  'POST /api/owner/customers': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const { phone_number, tags, ...given } = body
      const { street, city, state, zip } = body
      const id = newId()
      const wrote = [
        tx
          .insertInto('customers')
          .values({
            organization_id: tx.org,
            id,
            ...given,
            tags: tidyTags(tags),
            phone_number: phone_number ? toE164(phone_number) : null,
            phone_display: phone_number,
            was_active: body.status === 'active',
          })
          .execute(),
        ...(street && city && state && zip
          ? [tx.insertInto('service_locations').values({ organization_id: tx.org, customer_id: id, street, city, state, zip, is_default: true }).execute()]
          : []),
      ]
      // Read in the same message. The same e-mail address is refused, so that only the rest is compared.
      const [made, duplicates] = await Promise.all([readCustomer(tx, id), lookalikes(tx, { ...body, id, email: null }), ...wrote]).catch(orEmailTaken)
      await emit(tx, 'customer.changed', { customer_id: id }, { customer_id: id })
      return { ...made, duplicates }
    }),

  'GET /api/owner/customers/{id}': ({ inOrg, params }) => inOrg((tx) => readCustomer(tx, params.id)),

  'PUT /api/owner/customers/{id}': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      const row = await lockCustomer(tx, params.id)
      const { status, team_id, version, phone_number, ...contact } = body
      if (version !== undefined && version !== row.version) throw refused('stale', 'Somebody else changed this customer in the meantime. Please look again.')
      if (Object.keys(contact).length || phone_number !== undefined) {
        await tx
          .updateTable('customers')
          .set({
            ...contact,
            ...(phone_number === undefined ? {} : { phone_number: phone_number ? toE164(phone_number) : null, phone_display: phone_number }),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('organization_id', '=', tx.org)
          .where('id', '=', params.id)
          .execute()
          .catch(orEmailTaken)
        if (phone_number) await textsOnceReachable(tx, tx.org, params.id)
        if (addressFields.some((field) => contact[field] !== undefined)) await moveDefaultLocation(tx, params.id)
        await emit(tx, 'customer.changed', { customer_id: params.id }, { customer_id: params.id, team_ids: [row.team_id] })
      }
      if (status) await changeStatus(tx, params.id, status)
      if (team_id !== undefined) return assignTeam(tx, params.id, team_id, true)
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/{id}/status': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await changeStatus(tx, params.id, body.status)
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/bulk-status': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const updated: string[] = []
      const failed: { id: string; error: string }[] = []
      for (const id of new Set(body.ids)) {
        await sql`savepoint one_customer`.execute(tx)
        try {
          await changeOneOfMany(tx, id, body.status)
          updated.push(id)
        } catch (fault) {
          if (!(fault instanceof Refused)) throw fault
          await sql`rollback to savepoint one_customer`.execute(tx)
          failed.push({ id, error: fault.message })
        }
      }
      return { updated, failed }
    }),

  'POST /api/owner/customers/{id}/pause': ({ inOrg, params, body }) =>
    inOrg(async (tx) => {
      await pause(tx, await lockCustomer(tx, params.id), { reason: body.reason ?? null, from: body.from ?? undefined, resume_on: body.resume_on ?? null })
      return readCustomer(tx, params.id)
    }),
  'POST /api/owner/customers/{id}/resume': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await resume(tx, await lockCustomer(tx, params.id))
      return readCustomer(tx, params.id)
    }),

  'POST /api/owner/customers/{id}/merge': merge,
  'POST /api/owner/customers/{id}/wishes-seen': ({ inOrg, params }) => inOrg((tx) => change(tx, params.id, { wishes_before: null, wishes_changed_at: null })),
  'PUT /api/owner/customers/{id}/tags': ({ inOrg, params, body }) => inOrg((tx) => change(tx, params.id, { tags: tidyTags(body.tags) })),
  'POST /api/owner/customers/{id}/reminders': ({ inOrg, params, body }) => inOrg((tx) => change(tx, params.id, { reminder_opt_in: body.enabled })),

  'POST /api/owner/customers/{id}/promotions/send': ({ inOrg, app, params, body }) => inOrg((tx) => sendPromotion(tx, app, params.id, body.message)),
  'GET /api/public/unsubscribe/{token}': async ({ app, params, reply }) => {
    await reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await unsubscribePage(app, params.token))
    return undefined as never
  },
  'POST /api/public/unsubscribe/{token}': async ({ app, params, reply }) => {
    await reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await unsubscribe(app, params.token))
    return undefined as never
  },

  'POST /api/owner/customers/{id}/notes': ({ inOrg, params, body, actor }) =>
    inOrg(async (tx) => {
      const row = await lockCustomer(tx, params.id)
      const note = await tx
        .insertInto('customer_notes')
        .values({ organization_id: tx.org, customer_id: params.id, text: body.text, author_id: actor.person_id, author_name: actor.name ?? actor.email })
        .returning(['id', 'text', 'author_name', 'created_at'])
        .executeTakeFirstOrThrow()
      await emit(tx, 'customer.changed', { customer_id: params.id }, { team_ids: [row.team_id] })
      return note
    }),

  'GET /api/owner/customers/{id}/notes': ({ inOrg, params, query }) =>
    inOrg(async (tx) => {
      found(await tx.selectFrom('customers').select('id').where('organization_id', '=', tx.org).where('id', '=', params.id).executeTakeFirst())
      let notes = tx
        .selectFrom('customer_notes')
        .select(['id', 'text', 'author_name', 'created_at'])
        .where('organization_id', '=', tx.org)
        .where('customer_id', '=', params.id)
      if (query.cursor) notes = notes.where('id', '<', query.cursor)
      const rows = await notes
        .orderBy('id', 'desc')
        .limit(query.limit + 1)
        .execute()
      const { page, next_cursor } = pageOf(rows, query.limit, byId)
      return { notes: page, next_cursor }
    }),

  'POST /api/owner/customers/{id}/assign-team': ({ inOrg, params, body }) => inOrg((tx) => assignTeam(tx, params.id, body.team_id, body.future_visits)),
  'POST /api/owner/teams/{id}/customers': ({ inOrg, params, body }) => inOrg((tx) => assignTeam(tx, body.customer_id, params.id, true)),
  'DELETE /api/owner/teams/{id}/customers/{customerId}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      const row = await lockCustomer(tx, params.customerId)
      if (row.team_id !== params.id) throw notFound()
      await assignTeam(tx, params.customerId, null, true)
      return { ok: true as const }
    }),
}
