import { addDays } from '../src/domain/base/dates.ts'
import { remindOfBills } from '../src/server/money/bill-reminders/remind.ts'
import { inOrgAll, system } from '../src/server/base/db/door.ts'
import { createInvoice } from '../src/server/money/invoices/write-issue.ts'
import type { OpenWorld } from './world.ts'

/** When it is due, counted from the day, when it was sent, and who pays by autopay if anyone does. */
type Bill = { text: string; in_days: number; sent?: { in_days: number; time: string }; by?: string }

const bills: Bill[] = [
  { text: 'reminded of today', in_days: 0 },
  { text: 'reminded of tomorrow', in_days: 1 },
  // A reminder comes on a later day than the bill.
  { text: 'sent last night', in_days: 0, sent: { in_days: -1, time: '22:00' } },
  { text: 'sent this morning', in_days: 0, sent: { in_days: 0, time: '02:00' } },
  { text: 'late fee today', in_days: -3 },
  { text: 'late fee tomorrow', in_days: -2 },
  { text: 'charged today', in_days: 0, by: 'casey' },
  { text: 'charged tomorrow', in_days: 1, by: 'harper' },
]

/** What the bills of `owe` come to by a time of that day: reminders and fees from 8:00 to 20:00, charges from 9:00. */
export const comesToPass = (time: string): string[] => [
  ...(time >= '09:00' ? ['charged today'] : []),
  ...(time >= '08:00' && time < '20:00'
    ? ['late fee today', 'reminded of today', 'sent last night']
    : []),
]

/**
 * Writes bills of which something falls on a day or on the next: a reminder, a late fee that was announced, a charge.
 * `momentOf` a day's time is what it is before the world moves.
 */
export async function owe(
  { app, rows, world: { green } }: OpenWorld,
  day: string,
  momentOf: (wall: string) => string,
): Promise<void> {
  await rows('update organizations set schedule_settings = schedule_settings || $2 where id = $1', [
    green.id,
    {
      bill_reminders_on: true,
      bill_reminder_steps: [0],
      late_fee: { kind: 'flat', cents: 1500, after_days: 3 },
    },
  ])
  for (const { text, in_days, sent = { in_days: -20, time: '12:00' }, by } of bills) {
    const due = addDays(day, in_days)
    const customer_id = by
      ? green.customers[by]!.id
      : (
          await rows<{ id: string }>(
            "insert into customers (organization_id, name, email, status, was_active) values ($1, $2, $3, 'active', true) returning id",
            [green.id, text, `${text.replaceAll(' ', '.')}@mail.example`],
          )
        )[0]!.id
    if (by)
      await rows(
        "insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, accepted_at) values ($1, $2, 'autopay_oneoffs', true, 'Yes', 'x', $3)",
        [green.id, customer_id, momentOf(`${addDays(day, -20)}T12:00`)],
      )
    const { row } = await inOrgAll(app.store, green.id, system, (tx) =>
      createInvoice(tx, {
        customer_id,
        source: 'manual',
        open: true,
        lines: [{ description: text, quantity: 1, unit_price_cents: 5000 }],
        due_date: due,
      }),
    )
    await rows('update invoices set issued_at = $2, sent_at = $2 where id = $1', [
      row.id,
      momentOf(`${addDays(day, sent.in_days)}T${sent.time}`),
    ])
  }
  for (const in_days of [-3, -2])
    await remindOfBills(app, momentOf(`${addDays(day, in_days)}T12:00`))
}

/** The bills of `owe` of which something came. */
export const cameToPass = async ({ rows, world: { green } }: OpenWorld): Promise<string[]> =>
  (
    await rows<{ text: string }>(
      `select l.description as text from invoice_lines l join invoices i on i.organization_id = l.organization_id and i.id = l.invoice_id
       where l.organization_id = $1 and l.description = any($2) and case
         when l.description like 'charged%' then exists (select 1 from charge_attempts a where a.invoice_id = i.id)
         when l.description like 'late fee%' then exists (select 1 from invoices f where f.late_fee_of_id = i.id)
         else exists (select 1 from bill_reminders r where r.invoice_id = i.id) end
       order by 1`,
      [green.id, bills.map(({ text }) => text)],
    )
  ).map(({ text }) => text)
