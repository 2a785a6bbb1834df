import { sql } from 'kysely'
import { autochargeRule, type AutochargeFacts } from '../../../domain/money/autopay.ts'
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
export function basisFrom(
  invoice: InvoiceRow,
  { consent, visits, pattern, approval_id }: Agreed,
  via: Via,
): ChargeBasis {
  // Nobody agreed ahead to be charged a late fee.
  const ahead = invoice.source === 'late_fee' ? null : consent
  const is_recurring =
    via === 'staff' || via === 'portal' || (pattern !== null && pattern !== 'once')
  const amount_cents = balanceOf(invoice)
  const refusal = autochargeRule({ consent: ahead, amount_cents, visits, is_recurring })
  if (!refusal) return { consent_id: ahead!.id, approval_id: null }
  if (!approval_id) throw refused(refusal.code, refusal.sentence)
  return { consent_id: null, approval_id }
}

/** What the customer of an invoice agreed to, the work that has to cover, and what they pay with where. */
export type Agreed = {
  consent: Consent | null
  approval_id: string | null
  visits: number
  pattern: string | null
  pays_by_autopay: boolean
  method: string | null
  type: string | null
  stripe_account_id: string | null
  stripe_charges_enabled: boolean
}

export const readAgreed = (tx: OrgTx, invoice: InvoiceRow): Promise<Agreed> =>
  selectAgreed(tx, invoice)
    .select([
      approvalOf(invoice).as('approval_id'),
      sql<number>`(select count(*) from invoice_lines l where l.invoice_id = ${invoice.id} and l.series_id is not null)`.as(
        'visits',
      ),
    ])
    .executeTakeFirstOrThrow()

/** The same for the bill of one visit that is to be made: nobody approved that one yet. */
export const selectAgreed = (
  tx: OrgTx,
  { customer_id, rule_id }: Pick<InvoiceRow, 'customer_id' | 'rule_id'>,
) =>
  tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .leftJoin('payment_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'c.organization_id')
        .onRef('m.id', '=', 'c.default_payment_method_id')
        .onRef('m.customer_id', '=', 'c.id')
        .on('m.status', '=', 'active'),
    )
    .leftJoin('rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'c.organization_id').on('r.id', '=', rule_id),
    )
    .select(['o.stripe_account_id', 'o.stripe_charges_enabled', 'm.id as method', 'm.type'])
    .select([
      'r.pattern',
      consentInForce.as('consent'),
      sql<boolean>`c.autopay_enabled and c.default_payment_method_id is not null and c.status <> 'archived'`.as(
        'pays_by_autopay',
      ),
    ])
    .where('c.id', '=', customer_id)

/** What is true of a bill that was just made for one visit, and was not shown to anybody. */
export const ofNewBill = { approval_id: null, visits: 1 }

type Consent = NonNullable<AutochargeFacts['consent']> & { id: string }

/** Of a customer `c`. */
const consentInForce = sql<Consent | null>`(
  select json_build_object('id', s.id, 'accepted_at', s.accepted_at, 'revoked_at', s.revoked_at, 'cap_cents', s.cap_cents,
    'covers_oneoffs', exists (select 1 from consents e where e.organization_id = s.organization_id and e.customer_id = s.customer_id
      and e.kind = 'autopay_oneoffs' and e.accepted and e.revoked_at is null))
  from consents s where s.organization_id = c.organization_id and s.customer_id = c.id and s.kind = 'autopay' and s.accepted and s.revoked_at is null
  order by s.accepted_at desc limit 1)`

/**
 * An approval of the whole balance that brought no money yet. Its first success spends it: after a
 * refund, a return or a lost dispute the customer is asked again.
 */
const approvalOf = (invoice: InvoiceRow) => sql<string | null>`(
  select a.id from charge_approvals a where a.invoice_id = ${invoice.id} and a.amount_cents >= ${balanceOf(invoice)}
    and not exists (select 1 from payments p where p.invoice_id = a.invoice_id and p.kind = 'provider' and p.captured_at >= a.created_at)
    and not exists (select 1 from charge_attempts t where t.approval_id = a.id and t.state = 'succeeded')
  order by a.created_at desc limit 1)`

/**
 * True if the invoice is charged by itself on its day: its customer pays by autopay, has a method,
 * and agreed to the amount.
 */
export async function isChargedLater(tx: OrgTx, invoice: InvoiceRow): Promise<boolean> {
  const wasTried =
    invoice.due_tried_on !== null && invoice.due_tried_on >= invoice.effective_due_date!
  if (wasTried || invoice.failure_code !== null) return false
  const agreed = await readAgreed(tx, invoice)
  if (!agreed.pays_by_autopay) return false
  try {
    basisFrom(invoice, agreed, 'autopay')
    return true
  } catch (fault) {
    if (fault instanceof Refused) return false
    throw fault
  }
}
