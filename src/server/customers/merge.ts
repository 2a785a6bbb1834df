import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Merged } from '../../api/customers.ts'
import { tidyTags, type CustomerStatus } from '../../domain/customer.ts'
import {
  addressGiver,
  mergeConflicts,
  mergedStatus,
  mergedTexts,
  mergeEffects,
  mergeNote,
  mergeRule,
  methodsUsable,
  type MergeFacts,
  type MergeMoves,
  type MergeSide,
} from '../../domain/merging.ts'
import type { RulePause } from '../../domain/schedule.ts'
import type { CallOf } from '../call.ts'
import type { customers } from '../../api/customers.ts'
import type { OrgTx } from '../db/door.ts'
import { audit, emit, rightsChanged } from '../events.ts'
import { owedCents, owes } from '../invoices/owed.ts'
import { enqueue } from '../jobs/jobs.ts'
import { textsOnceReachable } from '../messages/text-consent.ts'
import { openStates } from '../payments/attempts.ts'
import { checkNoIntent, releaseIntent, withoutIntent } from '../payments/intents.ts'
import { enforce, found, refused } from '../refusals.ts'
import { pausesOf } from '../schedule/rows.ts'
import { readCustomer } from './rows.ts'
import { addNote, todayOf } from './status.ts'

type TablesOfCustomers = { [T in keyof Database]: 'customer_id' extends keyof Database[T] ? T : never }[keyof Database]

/**
 * What becomes of the rows of a customer who is merged into another: they move, or they stay as they were written. A new table about
 * customers does not compile until it is decided on; what refers to a customer by another name is looked after in `moveEverything`.
 */
export const tablesOfCustomers = {
  consents: 'moves',
  customer_notes: 'moves',
  customer_requests: 'moves',
  // Append only: what was told was told about the old id, which leads to the new one.
  events: 'stays',
  invoices: 'moves',
  leave_requests: 'moves',
  memberships: 'moves',
  messages: 'moves',
  payment_methods: 'moves',
  payments: 'moves',
  rules: 'moves',
  service_locations: 'moves',
  signup_leads: 'moves',
  visit_reminders: 'moves',
  visits: 'moves',
} as const satisfies Record<TablesOfCustomers, 'moves' | 'stays'>

const moving = Object.entries(tablesOfCustomers).flatMap(([table, fate]) => (fate === 'moves' ? [table] : []))

type Row = Selectable<Database['customers']>
/** The two, and what deciding about them needs. */
type Pair = MergeFacts & { keepRow: Row; fromRow: Row; begun: string[] }
type Outcome = Pick<Merged, 'moves' | 'effects'>

/**
 * Makes one customer of two: everything of `from` moves to the one in the path, in one transaction, and the old id leads there. A
 * repeat answers what the first did.
 */
export async function merge(call: CallOf<'POST /api/owner/customers/{id}/merge', (typeof customers)['POST /api/owner/customers/{id}/merge']>): Promise<Merged> {
  const { app, actor, inOrg, inOrgAll, params, body } = call
  if (body.dry_run) return inOrg((tx) => preview(tx, params.id, body.from))
  // Refused before anything is taken back at the provider; asked again under lock.
  const begun = await inOrgAll(async (tx) => {
    const pair = await readPair(tx, params.id, body.from, false)
    if (!pair) return []
    enforce(mergeRule(pair))
    return pair.begun
  })
  for (const invoice_id of begun) await releaseIntent(app, actor.organization_id, invoice_id)
  return withoutIntent(app, actor.organization_id, () =>
    inOrg(async (tx) => {
      const pair = await readPair(tx, params.id, body.from, true)
      if (!pair) return found(await answerAgain(tx, params.id, body.from, false))
      enforce(mergeRule(pair))
      for (const invoice_id of pair.begun) await checkNoIntent(tx, invoice_id)
      const outcome: Outcome = { moves: pair.moves, effects: mergeEffects(pair) }
      await moveEverything(tx, pair)
      await keepBothIds(tx, pair, outcome)
      await tellMerged(tx, pair)
      return { ok: true, dry_run: false, ...outcome, conflicts: [], customer: await readCustomer(tx, pair.keep.id) }
    }),
  )
}

async function preview(tx: OrgTx, id: string, from: string): Promise<Merged> {
  const pair = await readPair(tx, id, from, false)
  if (!pair) return found(await answerAgain(tx, id, from, true))
  return {
    ok: true,
    dry_run: true,
    moves: pair.moves,
    effects: mergeEffects(pair),
    conflicts: mergeConflicts(pair),
    customer: await readCustomer(tx, pair.keep.id),
  }
}

/** What the merge of these two answered, if it was done already. 409 merged_elsewhere when `from` is somebody else by now. */
async function answerAgain(tx: OrgTx, id: string, from: string, dry_run: boolean): Promise<Merged | null> {
  const row = await tx
    .selectFrom('merged_customers')
    .select(['into_id', 'outcome'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', from)
    .executeTakeFirst()
  if (!row) return null
  if (row.into_id !== id) throw refused('merged_elsewhere', 'This customer was merged with somebody else in the meantime.')
  return { ok: true, dry_run, ...(row.outcome as Outcome), conflicts: [], customer: await readCustomer(tx, id) }
}

/** Both customers, under lock in the order everybody takes: customers, series, visits, invoices, each by id. Null: `from` is nobody of that id any more. */
async function readPair(tx: OrgTx, id: string, from: string, locks: boolean): Promise<Pair | null> {
  let query = tx.selectFrom('customers').selectAll().where('organization_id', '=', tx.org).where('id', 'in', [id, from]).orderBy('id')
  if (locks) query = query.forUpdate()
  const rows = await query.execute()
  const keepRow = found(rows.find((row) => row.id === id))
  const fromRow = rows.find((row) => row.id === from)
  if (!fromRow) {
    if (!(await answerAgain(tx, id, from, false))) found(null)
    return null
  }
  if (locks && id !== from) {
    const ofFrom = sql`where organization_id = ${tx.org}::uuid and customer_id = ${from}::uuid`
    await sql`select 1 from rules where organization_id = ${tx.org}::uuid and customer_id in (${id}::uuid, ${from}::uuid) order by series_id, start_date, id for update`.execute(
      tx,
    )
    await sql`select 1 from visits ${ofFrom} order by series_id, original_date for update`.execute(tx)
    await sql`select 1 from invoices ${ofFrom} order by id for update`.execute(tx)
  }
  const [known, texts] = await Promise.all([readMoves(tx, from), readRefusedTexts(tx, [id, from])])
  const { is_paying, begun, ...moves } = known
  const keep = sideOf(keepRow, texts)
  const gone = sideOf(fromRow, texts)
  // A payment that was begun is the provider's with the old customer: with another one it could not be paid any more.
  return { keep, from: gone, moves, is_paying, keepRow, fromRow, begun: methodsUsable(keep, gone) ? [] : begun }
}

const sideOf = (row: Row, refusedTexts: ReadonlySet<string>): MergeSide => ({
  ...row,
  status: row.status as CustomerStatus,
  refused_texts: refusedTexts.has(row.id),
})

async function readMoves(tx: OrgTx, from: string): Promise<MergeMoves & { is_paying: boolean; begun: string[] }> {
  const of = (table: string, more = sql``) =>
    sql`(select count(*)::int from ${sql.table(table)} x where x.organization_id = ${tx.org}::uuid and x.customer_id = ${from}::uuid ${more})`
  const ofInvoices = sql`join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id where i.organization_id = ${tx.org}::uuid and i.customer_id = ${from}::uuid`
  const open = sql`i.organization_id = ${tx.org}::uuid and i.customer_id = ${from}::uuid`
  const { rows } = await sql<MergeMoves & { is_paying: boolean; begun: string[] | null }>`select
    (select count(distinct series_id)::int from rules x where x.organization_id = ${tx.org}::uuid and x.customer_id = ${from}::uuid and x.removed_at is null) as series,
    ${of('visits', sql`and (x.version > 0 or x.status <> 'scheduled')`)} as visits, ${of('invoices')} as invoices,
    (select count(*)::int from invoices i where ${open} and ${owes}) as open_invoices, ${owedCents(open)}::bigint as open_balance_cents,
    ${of('payments')} as payments, ${of('customer_notes')} as notes, ${of('service_locations', sql`and x.removed_at is null`)} as locations,
    ${of('payment_methods', sql`and x.status in ('active', 'pending_verification')`)} as methods,
    ${of('customer_requests', sql`and x.status = 'requested'`)} + ${of('leave_requests', sql`and x.status = 'requested'`)} as requests,
    ${of('messages')} as messages,
    exists (select 1 from charge_attempts x ${ofInvoices} and x.state = any (${`{${openStates.join(',')}}`}::text::text[])) as is_paying,
    (select json_agg(x.invoice_id order by x.invoice_id) from payment_intents x ${ofInvoices} and x.status not in ('succeeded', 'canceled') and x.provider_id is not null) as begun`.execute(
    tx,
  )
  const { begun, ...counted } = rows[0]!
  return { ...counted, begun: begun ?? [] }
}

/** Who agreed to texts once and took it back. */
async function readRefusedTexts(tx: OrgTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('consents')
    .select('customer_id')
    .where('organization_id', '=', tx.org)
    .where('customer_id', 'in', ids)
    .where('kind', '=', 'sms')
    .groupBy('customer_id')
    .having(sql<boolean>`bool_and(revoked_at is not null)`)
    .execute()
  return new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))
}

async function moveEverything(tx: OrgTx, pair: Pair): Promise<void> {
  const { keep, from } = pair
  await endWhatWasAgreed(tx, pair)
  await moveMethods(tx, pair)
  await movePauses(tx, pair)
  await moveLocations(tx, pair)
  // One of a customer is open at a time, and the one of who is kept is the one that is answered.
  await sql`update leave_requests x set status = 'withdrawn', resolved_at = now(), resolved_by = ${tx.doer.person_id}::uuid
    where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid and status = 'requested' and exists (
      select 1 from leave_requests k where k.organization_id = x.organization_id and k.customer_id = ${keep.id}::uuid and k.status = 'requested')`.execute(tx)
  if (keep.autopay_enabled)
    // Issued for the other account: nobody agreed that these are charged here. The office collects them, or sends the link.
    await sql`update invoices set doc = case when doc = 'scheduled' then 'open' else doc end, charge_on = null, next_retry_at = null
      where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid and (charge_on is not null or next_retry_at is not null)`.execute(tx)
  for (const table of moving)
    await sql`update ${sql.table(table)} set customer_id = ${keep.id}::uuid where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid`.execute(
      tx,
    )
  // Images of edits that may still be taken back name their customer.
  await sql`update schedule_edits set image = replace(image::text, ${from.id}::text, ${keep.id}::text)::jsonb
    where organization_id = ${tx.org}::uuid and undone_at is null and strpos(image::text, ${from.id}::text) > 0`.execute(tx)
  await sql`update merged_customers set into_id = ${keep.id}::uuid where organization_id = ${tx.org}::uuid and into_id = ${from.id}::uuid`.execute(tx)
  const referred_by = await moveReferrals(tx, pair)
  // The keys refuse this while a row still names them.
  await tx.deleteFrom('customers').where('organization_id', '=', tx.org).where('id', '=', from.id).execute()
  await complete(tx, pair, referred_by)
}

/** What was agreed to for one account is kept on record, and holds for no other. A yes to texts goes with the number it was given for. */
async function endWhatWasAgreed(tx: OrgTx, { keep, from }: Pair): Promise<void> {
  const texts = from.phone_number !== null && (keep.phone_number ?? from.phone_number) === from.phone_number && mergedTexts(keep, from)
  await sql`update consents set revoked_at = now() where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid and revoked_at is null
    and (kind <> 'sms' or not ${texts}::boolean)`.execute(tx)
  const same = from.phone_number !== null && keep.phone_number === from.phone_number
  if (same && !texts)
    await sql`update consents set revoked_at = now() where organization_id = ${tx.org}::uuid and customer_id = ${keep.id}::uuid and revoked_at is null and kind = 'sms'`.execute(
      tx,
    )
}

/** A card belongs to one customer of the provider. Where the one who is kept is another, it can never be charged for them and is let go. */
async function moveMethods(tx: OrgTx, { keep, from }: Pair): Promise<void> {
  if (methodsUsable(keep, from)) return
  const { rows } = await sql<{ id: string }>`update payment_methods set status = 'detached', updated_at = now()
    where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid and status <> 'detached' returning id`.execute(tx)
  for (const { id } of rows) await enqueue(tx, 'method.detach', { organization_id: tx.org, payment_method_id: id }, { key: id })
  // Planned for the other customer of the provider: never confirmed, so that it may lie.
  await sql`update payment_intents p set status = 'canceled', updated_at = now() from invoices i
    where p.organization_id = ${tx.org}::uuid and p.status not in ('succeeded', 'canceled') and p.provider_id is null
      and i.organization_id = p.organization_id and i.id = p.invoice_id and i.customer_id = ${from.id}::uuid`.execute(tx)
}

/** A pause of one customer becomes one of their work, where the other's work goes on. */
async function movePauses(tx: OrgTx, { keepRow, fromRow, keep, from }: Pair): Promise<void> {
  const status = mergedStatus(keep.status, from.status)
  const rest = async (row: Row): Promise<void> => {
    const pauses: RulePause[] = pausesOf({ ...row, paused_from: row.status === 'paused' ? (row.paused_from ?? (await todayOf(tx))) : row.paused_from }).map(
      (pause) => ({ ...pause, reason: row.status === 'paused' ? row.pause_reason : null }),
    )
    if (pauses.length)
      await sql`update rules set updated_at = now(), pauses = (select jsonb_agg(p order by p->>'from') from jsonb_array_elements(pauses || ${JSON.stringify(pauses)}::text::jsonb) p)
        where organization_id = ${tx.org}::uuid and customer_id = ${row.id}::uuid and removed_at is null`.execute(tx)
  }
  const takesPause = status === 'paused' && keep.status !== 'paused'
  if (!takesPause) await rest(fromRow)
  if (takesPause || (status === 'active' && keep.status === 'paused')) await rest(keepRow)
}

/** Work without a place of its own was done at its customer's address, and still is. */
async function moveLocations(tx: OrgTx, { keep, from }: Pair): Promise<void> {
  const { rows } = await sql<{
    id: string
    customer_id: string
    place: string
  }>`select id, customer_id, address_key(street, zip) as place from service_locations
    where organization_id = ${tx.org}::uuid and customer_id in (${keep.id}::uuid, ${from.id}::uuid) and is_default`.execute(tx)
  const kept = rows.find((row) => row.customer_id === keep.id)
  const moved = rows.find((row) => row.customer_id === from.id)
  if (!kept || !moved) return
  if (kept.place !== moved.place)
    await sql`update rules set location_id = ${moved.id}::uuid where organization_id = ${tx.org}::uuid and customer_id = ${from.id}::uuid and location_id is null`.execute(
      tx,
    )
  await sql`update service_locations l set is_default = false, removed_at = case when ${kept.place === moved.place}::boolean and not exists (
      select 1 from rules r where r.organization_id = l.organization_id and r.location_id = l.id) then now() end
    where organization_id = ${tx.org}::uuid and id = ${moved.id}::uuid`.execute(tx)
}

/** Whom either sent, the one who is kept sent. Answers who sent them: the kept one's word first, and nobody whom they sent themselves. */
async function moveReferrals(tx: OrgTx, { keepRow, fromRow }: Pair): Promise<string | null> {
  const both = [keepRow.id, fromRow.id]
  await tx.updateTable('customers').set({ referred_by: null }).where('organization_id', '=', tx.org).where('id', 'in', both).execute()
  await tx.updateTable('customers').set({ referred_by: keepRow.id }).where('organization_id', '=', tx.org).where('referred_by', '=', fromRow.id).execute()
  const senders = [keepRow.referred_by, fromRow.referred_by].filter((one) => one !== null && !both.includes(one)) as string[]
  if (!senders.length) return null
  const rows = await tx
    .selectFrom('customers')
    .select('id')
    .where('organization_id', '=', tx.org)
    .where('id', 'in', senders)
    .where('referred_by', 'is distinct from', keepRow.id)
    .execute()
  return senders.find((sender) => rows.some((row) => row.id === sender)) ?? null
}

/** What the one who is kept did not say, the other did; what both said stays as the kept one said it. */
async function complete(tx: OrgTx, { keepRow, fromRow, keep, from }: Pair, referred_by: string | null): Promise<void> {
  const status = mergedStatus(keep.status, from.status)
  const { street, city, state, zip, out_of_area } = addressGiver(keepRow, fromRow)
  const wishes = keepRow.service_frequency === null ? fromRow : keepRow
  const selects = (row: Row): boolean => (row.services_selected as unknown[]).length > 0
  const services = selects(keepRow) ? keepRow : fromRow
  const phone = keepRow.phone_number === null ? fromRow : keepRow
  const takesPause = status === 'paused' && keep.status !== 'paused'
  const pause = status === 'active' && keep.status === 'paused' ? null : takesPause ? fromRow : keepRow
  const usable = methodsUsable(keep, from)
  await tx
    .updateTable('customers')
    .set({
      name: keepRow.name ?? fromRow.name,
      email: keepRow.email ?? fromRow.email,
      phone_number: phone.phone_number,
      phone_display: phone.phone_display,
      street,
      city,
      state,
      zip,
      out_of_area,
      person_id: keepRow.person_id ?? fromRow.person_id,
      team_id: keepRow.team_id ?? fromRow.team_id,
      tags: tidyTags([...keepRow.tags, ...fromRow.tags]),
      available_days: keepRow.available_days.length ? keepRow.available_days : fromRow.available_days,
      services_selected: JSON.stringify(services.services_selected),
      service_frequency: wishes.service_frequency,
      service_interval: wishes.service_interval,
      status,
      was_active: keepRow.was_active || fromRow.was_active,
      ...(status === 'archived' ? {} : { archived_at: null, archived_reason: null }),
      paused_from: pause?.paused_from ?? null,
      resume_on: pause?.resume_on ?? null,
      pause_reason: pause?.pause_reason ?? null,
      sms_opt_in: mergedTexts(keep, from),
      // Whoever asked for no more offers asked for both.
      promotions_off_at: keepRow.promotions_off_at ?? fromRow.promotions_off_at,
      stripe_customer_id: keepRow.stripe_customer_id ?? fromRow.stripe_customer_id,
      default_payment_method_id: keepRow.default_payment_method_id ?? (usable ? fromRow.default_payment_method_id : null),
      signup_lead_id: keepRow.signup_lead_id ?? fromRow.signup_lead_id,
      signup_completed_at: keepRow.signup_completed_at ?? fromRow.signup_completed_at,
      referred_by,
      referral_code: keepRow.referral_code ?? fromRow.referral_code,
      // Whoever has either open to change it looks again first.
      version: Math.max(keepRow.version, fromRow.version) + 1,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', tx.org)
    .where('id', '=', keep.id)
    .execute()
  if (keepRow.phone_number === null && phone.phone_number !== null) await textsOnceReachable(tx, tx.org, keep.id)
  await addNote(tx, keep.id, mergeNote({ keep, from }))
}

/** From here on the old id leads to the customer who was kept. */
async function keepBothIds(tx: OrgTx, { keep, from, fromRow }: Pair, outcome: Outcome): Promise<void> {
  await tx
    .insertInto('merged_customers')
    .values({
      organization_id: tx.org,
      id: from.id,
      into_id: keep.id,
      was: JSON.stringify(fromRow),
      outcome: JSON.stringify(outcome),
      merged_by: tx.doer.person_id,
    })
    .execute()
  await audit(tx, { action: 'customer.merged', entity: 'customer', entity_id: from.id, before: fromRow, after: { into_id: keep.id, ...outcome.moves } })
}

/** Screens that show either follow, and who signs in as either is looked up anew. */
async function tellMerged(tx: OrgTx, { keep, from, keepRow, fromRow, moves }: Pair): Promise<void> {
  const { rows } = await sql<{ team_id: string }>`select distinct team_id from rules where organization_id = ${tx.org}::uuid and customer_id = ${keep.id}::uuid
    and removed_at is null and team_id is not null order by team_id`.execute(tx)
  const team_ids = [keepRow.team_id, fromRow.team_id, ...rows.map(({ team_id }) => team_id)]
  const people = await tx.selectFrom('memberships').select('person_id').where('organization_id', '=', tx.org).where('customer_id', '=', keep.id).execute()
  await rightsChanged(
    tx,
    people.map(({ person_id }) => person_id),
  )
  await emit(tx, 'customer.changed', { customer_id: from.id, merged_into: keep.id }, { customer_id: from.id, team_ids })
  await emit(tx, 'customer.changed', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.series + moves.visits) await emit(tx, 'rule.changed', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.invoices) await emit(tx, 'invoice.updated', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
  if (moves.requests) await emit(tx, 'request.resolved', { customer_id: keep.id }, { customer_id: keep.id, team_ids })
}
