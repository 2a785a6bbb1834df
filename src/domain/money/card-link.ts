import { refuse, rule } from '../base/rule.ts'
import type { InvoiceStatus } from './invoice.ts'

type LinkFacts = { is_used: boolean; status: InvoiceStatus; can_collect: boolean }

export const cardLinkRules = {
  /** Replaces the card and tries the failed charge again. */
  replace: rule<LinkFacts>(
    refuse('link_used', 'This link has been used.', (link) => link.is_used),
    refuse('already_paid', 'Already paid', ({ status }) => status === 'paid'),
    refuse('payment_in_progress', 'Payment in progress', ({ status }) => status === 'processing'),
    refuse('invoice_closed', 'This invoice is closed.', ({ status }) =>
      ['refunded', 'void', 'uncollectible'].includes(status),
    ),
    refuse(
      'org_not_charge_ready',
      'Online payment is not available for this invoice yet.',
      ({ can_collect }) => !can_collect,
    ),
  ),
}
