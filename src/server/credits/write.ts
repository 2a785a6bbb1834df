import { sql } from 'kysely'
import { creditLeft, creditRules, type NewCredit } from '../../domain/credit.ts'
import { invoiceNumber } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { isOwnMoney } from '../ledger/kept.ts'
import { postLedger } from '../ledger/write.ts'
import { enforce, found } from '../refusals.ts'

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
  enforce(creditRules.takeBack({ ...credit, paid_in: await isPaidIn(tx, id) }))
  await markTakenBack(tx, id)
  await postLedger(tx, `credit_taken_back:${id}`, nowhere, [
    ['credits_given', -credit.amount_cents],
    ['customer_credit', credit.amount_cents],
  ])
  await emitCredits(tx, credit.customer_id)
  return credit
}

/** Ends the credit kept of a payment that is taken back; the payment posts it. 409 credit_used. */
export async function endPaidCredit(tx: OrgTx, id: string): Promise<void> {
  const credit = await lockCredit(tx, id)
  enforce(creditRules.takeBack({ ...credit, paid_in: false }))
  await markTakenBack(tx, id)
  await emitCredits(tx, credit.customer_id)
}

const lockCredit = async (tx: OrgTx, id: string) =>
  found(
    await tx.selectFrom('credits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Credit not found',
  )

const isPaidIn = async (tx: OrgTx, id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('credits as c')
      .select('c.id')
      .where('c.id', '=', id)
      .where(isOwnMoney)
      .executeTakeFirst(),
  )

const markTakenBack = (tx: OrgTx, id: string): Promise<unknown> =>
  tx
    .updateTable('credits')
    .set({ taken_back_at: sql`now()`, taken_back_by: tx.cause.person_id })
    .where('id', '=', id)
    .execute()

const emitCredits = (tx: OrgTx, customer_id: string): Promise<void> =>
  emit(tx, 'customer.changed', { customer_id, credits: true }, { customer_id })

/**
 * A customer's credits with something left, oldest first, locked. Locks are taken in this order:
 * invoice, credits, organization.
 */
export const lockCredits = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('credits')
    .select(['id', 'amount_cents', 'used_cents', 'taken_back_at'])
    .where('customer_id', '=', customer_id)
    .where('taken_back_at', 'is', null)
    .where(sql<boolean>`used_cents < amount_cents`)
    .orderBy('id')
    .forUpdate()
    .execute()

type Paid = { id: string; customer_id: string }

/**
 * Pays up to `most_cents` of a locked invoice with its customer's credits, in the ledger too.
 * Returns how much; the caller adds it to what was paid.
 */
export async function spendCredits(tx: OrgTx, invoice: Paid, most_cents: number): Promise<number> {
  let left = most_cents
  for (const credit of await lockCredits(tx, invoice.customer_id)) {
    const amount_cents = Math.min(left, creditLeft(credit))
    if (amount_cents <= 0) break
    left -= amount_cents
    await tx
      .updateTable('credits')
      .set({ used_cents: credit.used_cents + amount_cents })
      .where('id', '=', credit.id)
      .execute()
    const use = await tx
      .insertInto('credit_uses')
      .values({ credit_id: credit.id, invoice_id: invoice.id, amount_cents })
      .returning('id')
      .executeTakeFirstOrThrow()
    await postLedger(tx, `credit_use:${use.id}`, { invoice_id: invoice.id, payment_id: use.id }, [
      ['customer_credit', amount_cents],
      ['receivable', -amount_cents],
    ])
  }
  return most_cents - left
}

/**
 * Gives the credits that pay a locked invoice back to their customer. Returns how much; the caller
 * takes it off what was paid.
 */
export async function returnCredits(tx: OrgTx, invoice_id: string): Promise<number> {
  const uses = await tx
    .selectFrom('credit_uses as u')
    .innerJoin('credits as c', (join) =>
      join.onRef('c.organization_id', '=', 'u.organization_id').onRef('c.id', '=', 'u.credit_id'),
    )
    .select(['u.id', 'u.credit_id', 'u.amount_cents'])
    .where('u.invoice_id', '=', invoice_id)
    .where('u.returned_at', 'is', null)
    .orderBy('u.credit_id')
    .forUpdate()
    .execute()
  for (const { id, credit_id, amount_cents } of uses) {
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
    await postLedger(tx, `credit_returned:${id}`, { invoice_id, payment_id: id }, [
      ['customer_credit', -amount_cents],
      ['receivable', amount_cents],
    ])
  }
  return uses.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
