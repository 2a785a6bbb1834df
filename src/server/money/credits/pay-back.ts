import { creditLeft, creditRules, type PayBack } from '../../../domain/money/credit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { postLedger } from '../ledger/write.ts'
import { notifyPaidBack, notifyPaybackUndone } from '../../messages/notify-credit.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { emitCredits, lockCredit, returnUse, useCredit } from './write.ts'

type Whose = { customer_id: string }

/** Records that the business paid what is left of a customer's own money back to them, in the ledger too. */
export async function payBackCredit(
  tx: OrgTx,
  id: string,
  { method, note }: PayBack,
): Promise<Whose> {
  const credit = await lockCredit(tx, id)
  enforce(creditRules.payBack(credit))
  const cents = creditLeft(credit)
  const use = await useCredit(tx, credit, cents, { method, note, paid_by: tx.cause.person_id })
  await postLedger(tx, `credit_paid_back:${use}`, { invoice_id: null, payment_id: use }, [
    ['customer_credit', cents],
    ['cash', -cents],
  ])
  await notifyPaidBack(tx, {
    id: use,
    customer_id: credit.customer_id,
    amount_cents: cents,
    by: method,
  })
  await emitCredits(tx, credit.customer_id)
  return credit
}

/** Takes back the latest record of money that was never paid back; the customer has it as credit again. */
export async function undoPayBack(tx: OrgTx, id: string): Promise<Whose> {
  const credit = await lockCredit(tx, id)
  enforce(creditRules.undoPayBack(credit))
  const use = await tx
    .selectFrom('credit_uses')
    .select(['id', 'credit_id', 'amount_cents'])
    .where('credit_id', '=', id)
    .where('method', 'is not', null)
    .where('returned_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await returnUse(tx, use)
  await postLedger(
    tx,
    `credit_payback_undone:${use.id}`,
    { invoice_id: null, payment_id: use.id },
    [
      ['customer_credit', -use.amount_cents],
      ['cash', use.amount_cents],
    ],
  )
  await notifyPaybackUndone(tx, { ...use, customer_id: credit.customer_id })
  await emitCredits(tx, credit.customer_id)
  return credit
}
