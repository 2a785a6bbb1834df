import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { closedMoney, invoiceGroup, invoiceRules } from '../../../domain/money/invoice.ts'
import { hasRole, officeRoles, type Role } from '../../../domain/base/roles.ts'

type Detail = Answer<Calls['GET /api/invoices/{id}']>
type Facts = {
  invoice: Pick<Detail['invoice'], 'status' | 'total_cents' | 'balance_cents' | 'credit_cents'>
  permissions: Pick<Detail['permissions'], 'can_send'>
  money_hidden: boolean
}
export type OfferedActs = ReturnType<typeof offeredActs>

/** The actions to show for an invoice, and why those that are shown may be refused. */
export function offeredActs({ invoice, permissions, money_hidden }: Facts, roles: readonly Role[]) {
  const isOffice = hasRole(roles, officeRoles)
  const isOpen = !closedMoney.has(invoice.status)
  return {
    open: isOffice && invoice.status === 'draft',
    // Customers see their own invoices; staff see those of others.
    pay:
      roles.every((role) => role === 'user') &&
      invoiceGroup(invoice.status) === 'open' &&
      invoice.balance_cents > 0,
    link: permissions.can_send,
    charge: isOffice && isOpen,
    menu: isOffice || permissions.can_send,
    voidIt: isOffice && isOpen,
    edit: isOffice && invoice.status === 'draft',
    correct: isOffice && isOpen && invoice.status !== 'draft',
    restore: isOffice && invoice.status === 'uncollectible',
    creditOff: isOffice && invoice.credit_cents > 0 && (isOpen || invoice.status === 'paid'),
    // Only the server knows whether money can be collected and there is a card; it responds with
    // the same sentences.
    chargeRefusal: invoiceRules.charge({
      ...invoice,
      can_collect: true,
      has_payment_method: true,
    }),
    // A leader who may not see prices sees zeros, so the server decides whether anything is owed.
    linkRefusal: invoiceRules.payLink({
      status: invoice.status,
      total_cents: money_hidden ? 1 : invoice.balance_cents,
    }),
  }
}
