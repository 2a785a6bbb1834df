import { sql } from 'kysely'
import {
  creditLeft,
  creditRules,
  type Credit,
  type NewCredit,
  type PayBack,
} from '../../../domain/money/credit.ts'
import { invoiceNumber } from '../../../domain/money/invoice.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { audit, emit } from '../../base/events.ts'
import { isOwnMoney, paidBack, unusedCredits } from '../../base/sums/kept.ts'
import { postLedger } from '../ledger/write.ts'
import { enforce, found } from '../../base/kit/refusals.ts'

const nowhere = { invoice_id: null, payment_id: null }

/** Gives a customer a credit, which the business owes from then on. Returns its id. */
export async function giveCredit(
  tx: OrgTx,
  customer_id: string,
  credit: NewCredit,
): Promise<string> {
  const id = await insertCredit(tx, customer_id, credit)
  await postLedger(tx, `credit:${id}`, nowhere, [
    ['credits_given', credit.amount_cents],
    ['customer_credit', -credit.amount_cents],
  ])
  await emitCredits(tx, customer_id)
  return id
}

type Bill = { customer_id: string; number: number | null; number_prefix: string }

const keptFor = {
  overpaid: 'Paid more than owed on invoice',
  refund: 'Refund that did not arrive, of invoice',
} as const

/**
 * Keeps what a customer paid by hand beyond a bill, or what could not be refunded of one, as their credit; its payment
 * or refund posts it. Returns its id.
 */
export async function keepAsCredit(
  tx: OrgTx,
  bill: Bill,
  amount_cents: number,
  why: keyof typeof keptFor,
): Promise<string> {
  const reason = `${keptFor[why]} ${invoiceNumber(bill)}`
  const id = await insertCredit(tx, bill.customer_id, { amount_cents, reason })
  await emitCredits(tx, bill.customer_id)
  return id
}

const insertCredit = async (tx: OrgTx, customer_id: string, credit: NewCredit): Promise<string> =>
  (
    await tx
      .insertInto('credits')
      .values({ customer_id, ...credit, given_by: tx.cause.person_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Takes back a credit that pays nothing. Returns its customer. */
export async function takeBackCredit(tx: OrgTx, id: string): Promise<{ customer_id: string }> {
  const credit = await lockCredit(tx, id)
  enforce(creditRules.takeBack(credit))
  await markTakenBack(tx, id)
  await postEnd(tx, `credit_taken_back:${id}`, credit.amount_cents)
  await emitCredits(tx, credit.customer_id)
  return credit
}

/**
 * Ends what is left of the credits a customer was given, because their data is deleted; what is
 * their own money stays theirs. Returns how much ended.
 */
export async function dropGivenCredits(tx: OrgTx, customer_id: string): Promise<number> {
  await lockCredits(tx, customer_id)
  const { rows } = await sql<{ id: string; cents: number }>`
    select u.id, u.cents from ${unusedCredits} u where u.customer_id = ${customer_id}::uuid and not u.is_own order by u.id`.execute(
    tx,
  )
  for (const { id, cents } of rows) {
    await markTakenBack(tx, id)
    await postEnd(tx, `credit_taken_back:${id}`, cents)
  }
  const unused_cents = rows.reduce((sum, { cents }) => sum + cents, 0)
  if (!unused_cents) return 0
  await audit(tx, {
    action: 'credit.dropped',
    entity: 'customer',
    entity_id: customer_id,
    before: { unused_cents },
    after: { unused_cents: 0 },
  })
  await emitCredits(tx, customer_id)
  return unused_cents
}

/** The business owes so much less credit, and so much less was given. */
const postEnd = (tx: OrgTx, fact: string, cents: number): Promise<void> =>
  postLedger(tx, fact, nowhere, [
    ['credits_given', -cents],
    ['customer_credit', cents],
  ])

/** Ends the credit kept of a payment that is taken back; the payment posts it. 409 credit_used. */
export async function endPaidCredit(tx: OrgTx, id: string): Promise<void> {
  const credit = await lockCredit(tx, id)
  enforce(creditRules.takeBack({ ...credit, paid_in: false }))
  await markTakenBack(tx, id)
  await emitCredits(tx, credit.customer_id)
}

/** A credit with what its rules ask for, locked. 404 if there is none. */
export async function lockCredit(tx: OrgTx, id: string) {
  const locked = tx.selectFrom('credits').select('id').where('id', '=', id).forUpdate()
  found(await locked.executeTakeFirst(), 'Credit not found')
  return tx
    .selectFrom('credits as c')
    .selectAll('c')
    .select([isOwnMoney.as('paid_in'), paidBack.as('paid_back_cents')])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}

const markTakenBack = (tx: OrgTx, id: string): Promise<unknown> =>
  tx
    .updateTable('credits')
    .set({ taken_back_at: sql`now()`, taken_back_by: tx.cause.person_id })
    .where('id', '=', id)
    .execute()

/** Tells everybody who shows a customer's credits. */
export const emitCredits = (tx: OrgTx, customer_id: string): Promise<void> =>
  emit(tx, 'customer.changed', { customer_id, credits: true }, { customer_id })

/**
 * Held while credit pays bills or bills are issued to a customer: of a bill and a credit that come at
 * the same time, the later one sees the other.
 */
const lockPurse = (tx: OrgTx, customer_id: string): void =>
  sendAlong(tx, lockName(`credit:${customer_id}`))

/** While this is set, a gift does not pay what was issued before it. */
const keepsGifts = sql<boolean>`(select coalesce((o.schedule_settings ->> 'credits_wait')::boolean, false) from organizations o where o.id = c.organization_id)`

/**
 * A customer's credits with something left, oldest first, locked. Locks are taken in this order:
 * invoices by id, credits, organization.
 */
export function lockCredits(tx: OrgTx, customer_id: string) {
  lockPurse(tx, customer_id)
  return tx
    .selectFrom('credits as c')
    .select([
      'c.id',
      'c.amount_cents',
      'c.used_cents',
      'c.taken_back_at',
      'c.given_at',
      'c.held_at',
    ])
    .select([isOwnMoney.as('paid_in'), keepsGifts.as('waits')])
    .where('c.customer_id', '=', customer_id)
    .where('c.taken_back_at', 'is', null)
    .where(sql<boolean>`c.used_cents < c.amount_cents`)
    .orderBy('c.id')
    .forUpdate('c')
    .execute()
}

type Usable = Awaited<ReturnType<typeof lockCredits>>[number]
/** A customer's credits as this transaction has locked them, before it used any. */
export type LockedCredits = readonly Usable[]

/** A customer's own money pays whatever they owe; a gift that waits pays only what is issued after it. */
const paysBill = (credit: Usable, { issued_at }: { issued_at: string | null }): boolean =>
  credit.paid_in ||
  (!credit.waits && credit.held_at === null) ||
  (issued_at !== null && Date.parse(credit.held_at ?? credit.given_at) <= Date.parse(issued_at))

/** Credits `c` that pay bills issued before them too. */
export const paysAnyInvoice = sql<boolean>`(${isOwnMoney} or c.held_at is null and not ${keepsGifts})`

/** Keeps what came back to a customer for what is issued from now on, unless it is their own money. */
export const holdCredits = (tx: OrgTx, ids: readonly string[]): Promise<unknown> =>
  tx
    .updateTable('credits')
    .set({ held_at: sql`now()` })
    .where('id', 'in', ids)
    .execute()

type Use =
  | { invoice_id: string }
  | { method: PayBack['method']; note: string | undefined; paid_by: string | null }
/** Uses so much of a locked credit. Returns the id of the use, which stands for the payment in the ledger. */
export async function useCredit(
  tx: OrgTx,
  { id, used_cents }: Pick<Credit, 'id' | 'used_cents'>,
  amount_cents: number,
  use: Use,
): Promise<string> {
  await tx
    .updateTable('credits')
    .set({ used_cents: used_cents + amount_cents })
    .where('id', '=', id)
    .execute()
  const made = tx.insertInto('credit_uses').values({ credit_id: id, amount_cents, ...use })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

/** Gives what was used back to its credit. */
export async function returnUse(
  tx: OrgTx,
  { id, credit_id, amount_cents }: { id: string; credit_id: string; amount_cents: number },
): Promise<void> {
  await tx
    .updateTable('credit_uses')
    .set({ returned_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('credits')
    .set({ used_cents: sql`used_cents - ${amount_cents}::bigint` })
    .where('id', '=', credit_id)
    .execute()
}

type Paid = { id: string; customer_id: string; issued_at: string | null }

/**
 * Pays up to `most_cents` of a locked invoice with its customer's credits, in the ledger too.
 * Returns how much, and the last use; the caller adds it to what was paid.
 */
export async function spendCredits(
  tx: OrgTx,
  invoice: Paid,
  most_cents: number,
  locked?: LockedCredits,
): Promise<{ cents: number; use_id: string | null }> {
  let left = most_cents
  let use_id: string | null = null
  for (const credit of locked ?? (await lockCredits(tx, invoice.customer_id))) {
    const amount_cents = paysBill(credit, invoice) ? Math.min(left, creditLeft(credit)) : 0
    if (amount_cents <= 0) continue
    left -= amount_cents
    use_id = await useCredit(tx, credit, amount_cents, { invoice_id: invoice.id })
    await postLedger(tx, `credit_use:${use_id}`, { invoice_id: invoice.id, payment_id: use_id }, [
      ['customer_credit', amount_cents],
      ['receivable', -amount_cents],
    ])
  }
  return { cents: most_cents - left, use_id }
}

/**
 * Gives the credits that pay a locked invoice back to their customer, all or some. Returns how much,
 * and which; the caller takes it off what was paid.
 */
export async function returnCredits(
  tx: OrgTx,
  invoice_id: string,
  which: 'all' | 'gifts' | { id: string } = 'all',
): Promise<{ cents: number; ids: string[] }> {
  const uses = await tx
    .selectFrom('credit_uses as u')
    .innerJoin('credits as c', (join) =>
      join.onRef('c.organization_id', '=', 'u.organization_id').onRef('c.id', '=', 'u.credit_id'),
    )
    .select(['u.id', 'u.credit_id', 'u.amount_cents', 'c.taken_back_at'])
    .where('u.invoice_id', '=', invoice_id)
    .where('u.returned_at', 'is', null)
    .$if(which === 'gifts', (of) => of.where(sql<boolean>`not ${isOwnMoney}`))
    .$if(typeof which === 'object', (of) =>
      of.where('u.credit_id', '=', (which as { id: string }).id),
    )
    .orderBy('u.credit_id')
    .forUpdate()
    .execute()
  for (const { id, credit_id, amount_cents, taken_back_at } of uses) {
    await returnUse(tx, { id, credit_id, amount_cents })
    await postLedger(tx, `credit_returned:${id}`, { invoice_id, payment_id: id }, [
      ['customer_credit', -amount_cents],
      ['receivable', amount_cents],
    ])
    // Its customer is gone: what comes back ends with the rest of it.
    if (taken_back_at) await postEnd(tx, `credit_ended:${id}`, amount_cents)
  }
  return {
    cents: uses.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    ids: [...new Set(uses.map(({ credit_id }) => credit_id))],
  }
}
