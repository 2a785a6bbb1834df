import { sql } from 'kysely'
import { autochargeRule } from '../../../domain/money/autopay.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { Refused, refused } from '../../base/kit/refusals.ts'

/** What allows a charge: the customer's consent, or their approval of this one invoice. */
export type ChargeBasis =
  | { consent_id: string; approval_id: null }
  | { consent_id: null; approval_id: string }

type Via = 'autopay' | 'staff' | 'retry' | 'portal'

/**
 * The consent in force or the approval an invoice may be charged on. 409 consent_missing,
 * consent_oneoffs_missing or consent_cap_exceeded. The office charges one-time work on the general
 * consent too; an approval covers its invoice alone.
 */
export async function basisFrom(
  tx: OrgTx,
  invoice: InvoiceRow,
  { consent, work }: Agreed,
): Promise<ChargeBasis> {
  const refusal = autochargeRule({ consent, amount_cents: balanceOf(invoice), ...work })
  if (!refusal) return { consent_id: consent!.id, approval_id: null }
  const approval_id = await readApproval(tx, invoice)
  if (!approval_id) throw refused(refusal.code, refusal.sentence)
  return { consent_id: null, approval_id }
}

type Agreed = Awaited<ReturnType<typeof readAgreed>>

/** What the customer agreed to ahead, and the work it has to cover. */
export async function readAgreed(tx: OrgTx, invoice: InvoiceRow, via: Via) {
  const [consent, work] = await Promise.all([
    // Nobody agreed ahead to be charged a late fee.
    invoice.source === 'late_fee' ? null : readConsent(tx, invoice.customer_id),
    readWork(tx, invoice, via),
  ])
  return { consent, work }
}

/**
 * An approval of the whole balance that brought no money yet. Its first success spends it: after a
 * refund, a return or a lost dispute the customer is asked again.
 */
async function readApproval(tx: OrgTx, invoice: InvoiceRow): Promise<string | null> {
  const approval = await tx
    .selectFrom('charge_approvals as a')
    .select('a.id')
    .where('a.invoice_id', '=', invoice.id)
    .where('a.amount_cents', '>=', balanceOf(invoice))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .where('p.invoice_id', '=', invoice.id)
            .where('p.kind', '=', 'provider')
            .whereRef('p.captured_at', '>=', 'a.created_at'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_attempts as t')
            .select('t.id')
            .whereRef('t.approval_id', '=', 'a.id')
            .where('t.state', '=', 'succeeded'),
        ),
      ),
    )
    .orderBy('a.created_at', 'desc')
    .executeTakeFirst()
  return approval?.id ?? null
}

/**
 * True if the invoice is charged by itself on its day: its customer pays by autopay, has a method,
 * and agreed to the amount.
 */
export async function isChargedLater(tx: OrgTx, invoice: InvoiceRow): Promise<boolean> {
  const wasTried =
    invoice.due_tried_on !== null && invoice.due_tried_on >= invoice.effective_due_date!
  if (wasTried || invoice.failure_code !== null || !(await paysByAutopay(tx, invoice.customer_id)))
    return false
  try {
    await basisFrom(tx, invoice, await readAgreed(tx, invoice, 'autopay'))
    return true
  } catch (fault) {
    if (fault instanceof Refused) return false
    throw fault
  }
}

const paysByAutopay = async (tx: OrgTx, customer_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customer_id)
      .where('autopay_enabled', '=', true)
      .where('default_payment_method_id', 'is not', null)
      .where('status', '<>', 'archived')
      .executeTakeFirst(),
  )

async function readConsent(tx: OrgTx, customer_id: string) {
  const consents = await tx
    .selectFrom('consents')
    .select(['id', 'kind', 'accepted_at', 'revoked_at', 'cap_cents'])
    .where('customer_id', '=', customer_id)
    .where('kind', 'in', ['autopay', 'autopay_oneoffs'])
    .where('accepted', '=', true)
    .where('revoked_at', 'is', null)
    .orderBy('accepted_at', 'desc')
    .execute()
  const given = consents.find(({ kind }) => kind === 'autopay') ?? null
  return (
    given && { ...given, covers_oneoffs: consents.some(({ kind }) => kind === 'autopay_oneoffs') }
  )
}

async function readWork(tx: OrgTx, invoice: InvoiceRow, via: Via) {
  const { visits, pattern } = await tx
    .selectFrom('invoice_lines as l')
    .leftJoin('rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'l.organization_id').on('r.id', '=', invoice.rule_id),
    )
    .select([
      sql<number>`count(*) filter (where l.series_id is not null)`.as('visits'),
      sql<string | null>`min(r.pattern)`.as('pattern'),
    ])
    .where('l.invoice_id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  return {
    visits,
    is_recurring: via === 'staff' || via === 'portal' || (pattern !== null && pattern !== 'once'),
  }
}
