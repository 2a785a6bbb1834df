import { sql, type RawBuilder } from 'kysely'
import { nextStep } from '../../../domain/money/bill-reminder.ts'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { neverReasons, type NeverReason } from '../../../domain/messages/message.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import { saidToOffice } from '../../../domain/money/payment-badge.ts'
import { disconnected, readScheduleSettings } from '../../../domain/base/organization.ts'
import { invoiceTiles } from '../../../domain/money/invoice-tile.ts'
import {
  billTabOf,
  billTabs,
  type BillTab,
  type BillToSend,
} from '../../../domain/money/to-bill.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'
import { isUncollected } from '../../base/sums/owed.ts'
import { statusOf, type InvoiceRow } from './row.ts'
import { lastMessage, readTiles, tileSql, type Sum } from './tile.ts'
import { isMissed } from './write-charging.ts'

type Row = InvoiceRow & {
  done: number[]
  last_at: string | null
  may_remind: boolean
  told_on: LocalDate
  refusal: string | null
  can_charge: boolean
  bad_status: string | null
  bad_reason: NeverReason | null
  list_key: string
}

/** Invoices `i` that wait for money, the refusal of their charge `v`, and their last message `m`. */
const from = sql`from invoices i
  left join lateral (select v.completion->'charge_refused'->>'sentence' as refusal from visits v
    where v.organization_id = i.organization_id and v.series_id = i.series_id and v.original_date = i.original_date limit 1) v on true
  ${lastMessage}`

const waits = sql`i.doc in ('draft', 'open') and ${isUncollected} and i.money <> 'processing' and i.total_cents > i.paid_cents`
const isRefused = sql`(i.doc = 'open' and (i.money = 'none' and v.refusal is not null or i.money in ('none', 'partial') and i.failure_code is null
  and i.refusal_sentence is not null))`
/** A saved method, and an organization that can take payments. */
const canCharge = sql`(i.doc = 'open' and exists (select 1 from customers c join payment_methods p on p.organization_id = c.organization_id and p.id = c.default_payment_method_id
  join organizations o on o.id = c.organization_id
  where c.organization_id = i.organization_id and c.id = i.customer_id and p.status = 'active' and o.stripe_charges_enabled))`

const on = (tab: BillTab): RawBuilder<unknown> => {
  const kinds = invoiceTiles.flatMap((tile) =>
    [true, false].flatMap((refused) =>
      billTabOf(tile, refused) === tab ? [sql`(${sql.lit(tile)}, ${sql.lit(refused)})`] : [],
    ),
  )
  return sql`(${tileSql}, ${isRefused}) in (${sql.join(kinds)})`
}

/** The reminders `r` of bills `i` that went out, and whether more may. */
const reminded = sql`left join lateral (select coalesce(json_agg(b.step), '[]') as done, max(b.created_at) as last_at from bill_reminders b
    left join messages l on l.organization_id = b.organization_id and l.id = b.message_id
    where b.organization_id = i.organization_id and b.invoice_id = i.id and b.due_on = i.effective_due_date
      and l.status not in ('refused', 'failed', 'bounced')) r on true
  left join lateral (select c.bill_reminders and i.next_retry_at is null and (i.sent_at is not null or i.failure_code is not null) as may_remind
    from customers c where c.organization_id = i.organization_id and c.id = i.customer_id) c on true`
const toldOn = sql`(coalesce(i.sent_at, i.issued_at, i.created_at) at time zone (select time_zone from organizations where id = app_org()))::date`

const sum = (where: RawBuilder<unknown>) =>
  sql`json_build_object('count', count(*) filter (where ${where}), 'cents', coalesce(sum(i.total_cents - i.paid_cents) filter (where ${where}), 0))`

/** How many bills and how much money wait on each list. */
export async function readTabs(tx: OrgTx): Promise<Record<BillTab, Sum>> {
  const sums = sql.join(billTabs.map((tab) => sql`${sum(on(tab))} as ${sql.id(tab)}`))
  const { rows } = await sql<Record<BillTab, Sum>>`select ${sums} ${from} where ${waits}`.execute(
    tx,
  )
  return rows[0]!
}

/** Bills that wait for a person: drafts that gather a month and bills with a time go out by themselves. */
export async function countToSend(tx: OrgTx): Promise<number> {
  const goesOut = sql`(i.send_at is not null or i.source = 'period' and i.doc = 'draft')`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}
    where ${waits} and (${on('refused')} or (${on('drafts')} or ${on('to_send')}) and not ${goesOut})`.execute(
    tx,
  )
  return rows[0]!.count
}

/** What is open by tile and in all, and what of it has not been asked for. */
export async function readSummary(tx: OrgTx) {
  const [tiles, tabs, payments, collecting] = await Promise.all([
    readTiles(tx),
    readTabs(tx),
    readPayments(tx),
    readCollecting(tx),
  ])
  const open = total(Object.values(tiles))
  const to_bill = total([tabs.drafts, tabs.to_send, tabs.refused])
  return { open, ...tiles, to_bill, payments, collecting }
}

const total = (sums: readonly Sum[]): Sum => ({
  count: sums.reduce((sum, { count }) => sum + count, 0),
  cents: sums.reduce((sum, { cents }) => sum + cents, 0),
})

/** Whether the organization can take payments, and what it missed while it could not. */
async function readPayments(tx: OrgTx) {
  const { rows } = await sql<{
    account: string | null
    works: boolean
    reason: string | null
    missed: Sum
  }>`
    select o.stripe_account_id as account, o.stripe_charges_enabled as works, o.stripe_disabled_reason as reason,
      (select ${sum(sql`true`)} from invoices i where ${isMissed}) as missed
    from organizations o where o.id = ${tx.org}::uuid`.execute(tx)
  const { account, works, reason, missed } = rows[0]!
  const isOff = account !== null && !works && reason !== null
  const off = isOff
    ? reason === disconnected
      ? ('disconnected' as const)
      : ('paused' as const)
    : null
  return { off, missed }
}

/** How far the automatic charges of today are; null if none is under way. */
async function readCollecting(tx: OrgTx) {
  const { rows } = await sql<{ total: number; done: number; declined: number }>`
    select count(*)::int as total, (count(*) filter (where state not in ('started', 'confirming', 'unknown')))::int as done,
      (count(*) filter (where state in ('failed', 'requires_action')))::int as declined
    from charge_attempts where via in ('autopay', 'retry')
      and created_at >= date_trunc('day', now() at time zone (select time_zone from organizations where id = app_org()))
        at time zone (select time_zone from organizations where id = app_org())`.execute(tx)
  const { total, done, declined } = rows[0]!
  return done < total ? { total, done, declined } : null
}

/** A page of one list, what is longest due first. */
export async function readQueue(
  tx: OrgTx,
  { tab, cursor, limit }: { tab: BillTab; cursor?: string | undefined; limit: number },
): Promise<{ items: BillToSend[]; next_cursor: string | null }> {
  const after = cursor ? readCursor(cursor) : null
  const key = sql`coalesce(i.effective_due_date, '9999-12-31')::text`
  const schedule = await readSchedule(tx)
  const { rows } =
    await sql<Row>`select i.*, coalesce(i.refusal_sentence, v.refusal) as refusal, ${canCharge} as can_charge, m.bad_status, m.bad_reason,
      r.done, r.last_at, c.may_remind, ${toldOn} as told_on, ${key} as list_key ${from} ${reminded}
    where ${waits} and ${on(tab)} and ${after ? sql`(${key}, i.id) > (${after.key}, ${after.id}::uuid)` : sql`true`}
    order by list_key, i.id limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, ({ list_key, id }) => cursorOf(list_key, id))
  return {
    items: page.map((row) => ({ ...shown(row), reminded: remindedOf(row, schedule) })),
    next_cursor,
  }
}

type Schedule = { today: LocalDate; steps: readonly number[] }

/** The business's day, and its schedule of reminders; empty while they are off. */
async function readSchedule(tx: OrgTx): Promise<Schedule> {
  const { time_zone, schedule_settings } = await tx
    .selectFrom('organizations')
    .select(['time_zone', 'schedule_settings'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const { bill_reminders_on, bill_reminder_steps } = readScheduleSettings(schedule_settings)
  return {
    today: todayIn(time_zone, new Date().toISOString()),
    steps: bill_reminders_on ? bill_reminder_steps : [],
  }
}

function remindedOf(row: Row, schedule: Schedule): BillToSend['reminded'] {
  const { done, last_at, effective_due_date: due, told_on } = row
  const next = row.may_remind && due !== null ? nextStep({ ...schedule, due, told_on, done }) : null
  return { count: done.length, last_at, next_on: next?.on ?? null }
}

const shown = (row: Row): Omit<BillToSend, 'reminded'> => ({
  id: row.id,
  number: row.number,
  number_prefix: row.number_prefix,
  customer_id: row.customer_id,
  customer_name: row.customer_name,
  status: statusOf(row),
  source: row.source as BillToSend['source'],
  total_cents: row.total_cents,
  balance_cents: balanceOf(row),
  effective_due_date: row.effective_due_date,
  period_end: row.period_end,
  send_at: row.send_at,
  sent_at: row.sent_at,
  refusal: row.refusal,
  can_charge: row.can_charge,
  failure: row.failure_sentence && saidToOffice(row.failure_sentence),
  next_retry_at: row.next_retry_at,
  undelivered: row.bad_status ? undelivered(row) : null,
  customer_phone: row.customer_phone,
})

const undelivered = ({ bad_status, bad_reason }: Row): string =>
  (bad_reason && neverReasons[bad_reason]) ??
  (bad_status === 'bounced' ? neverReasons.bounced : 'The message could not be handed over')
