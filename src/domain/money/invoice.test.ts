import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveDueDate, nextDueDate } from './due-date.ts'
import {
  canonicalInvoiceStatus,
  closedMoney,
  displayStatus,
  invoiceDocs,
  invoiceGroup,
  invoiceMoneys,
  invoicePermissions,
  invoiceRules,
  invoiceStatus,
  InvoiceStatusInput,
  invoiceStatuses,
  payLinkStatuses,
  type ChargeFacts,
  type InvoiceDoc,
  type InvoiceMoney,
  type InvoiceStatus,
} from './invoice.ts'
import { InvoiceLinesInput, invoiceTotals, lineTotal, parseQuantity } from './invoice-lines.ts'
import {
  badgeLabel,
  badgeTooltip,
  shownBadge,
  visitPaymentBadge,
  type BadgeAudience,
  type PaymentBadge,
} from './payment-badge.ts'
import type { Role } from '../base/roles.ts'

const sent = '2026-05-01T12:00:00Z'

describe('invoiceStatus', () => {
  it.each<[InvoiceDoc, InvoiceMoney, string | null, InvoiceStatus]>([
    ['draft', 'none', null, 'draft'],
    ['scheduled', 'none', null, 'scheduled'],
    ['open', 'none', null, 'open'],
    ['open', 'none', sent, 'sent'],
    ['draft', 'none', sent, 'draft'],
    ['void', 'none', sent, 'void'],
    ['void', 'refunded', sent, 'void'],
    ['uncollectible', 'failed', sent, 'uncollectible'],
    ['open', 'processing', sent, 'processing'],
    ['scheduled', 'processing', null, 'processing'],
    ['open', 'failed', sent, 'failed'],
    ['open', 'partial', sent, 'sent'],
    ['open', 'partial', null, 'open'],
    ['open', 'paid', null, 'paid'],
    ['open', 'refunded', sent, 'refunded'],
    ['open', 'partially_refunded', sent, 'paid'],
    ['open', 'disputed', sent, 'paid'],
  ])('%s, %s, sent at %s is %s', (doc, money, sent_at, expected) => {
    expect(invoiceStatus({ doc, money, sent_at, failure_code: null })).toBe(expected)
  })

  it('shows a failed charge of the rest as failed, until money is on its way or in', () => {
    const after = (money: InvoiceMoney) =>
      invoiceStatus({ doc: 'open', money, sent_at: sent, failure_code: 'card_declined' })
    expect(after('partial')).toBe('failed')
    expect(after('processing')).toBe('processing')
    expect(after('paid')).toBe('paid')
  })

  it('is a known status for every combination', () => {
    for (const doc of invoiceDocs)
      for (const money of invoiceMoneys)
        expect(invoiceStatuses).toContain(
          invoiceStatus({ doc, money, sent_at: null, failure_code: null }),
        )
  })

  it('accepts unpaid and succeeded as open and paid', () => {
    expect(
      ['unpaid', 'succeeded', 'void'].map((status) => InvoiceStatusInput.parse(status)),
    ).toEqual(['open', 'paid', 'void'])
    expect(InvoiceStatusInput.safeParse('done').success).toBe(false)
    expect(canonicalInvoiceStatus('sent')).toBe('sent')
  })
})

describe('displayStatus', () => {
  it.each<[InvoiceStatus, string, string | null]>([
    ['draft', 'Unpaid', 'Draft'],
    ['scheduled', 'Unpaid', 'Scheduled'],
    ['sent', 'Unpaid', null],
    ['open', 'Unpaid', null],
    ['processing', 'Pending', null],
    ['failed', 'Failed', null],
    ['paid', 'Paid', null],
    ['refunded', 'Paid', 'Refunded'],
    ['void', 'Unpaid', 'Void'],
    ['uncollectible', 'Unpaid', 'Written off'],
  ])('%s reads %s and %s', (status, label, chip) => {
    expect(displayStatus(status)).toEqual({ label, chip })
  })

  it('shows what the status can’t', () => {
    expect(displayStatus('sent', 'partial')).toEqual({ label: 'Unpaid', chip: 'Partially paid' })
    expect(displayStatus('paid', 'partially_refunded')).toEqual({
      label: 'Paid',
      chip: 'Partially refunded',
    })
    expect(displayStatus('paid', 'disputed')).toEqual({ label: 'Paid', chip: 'Disputed' })
  })
})

describe('visitPaymentBadge', () => {
  const audiences: BadgeAudience[] = ['appointment', 'crew', 'customer', 'pending_mark']
  it.each<[string | null, PaymentBadge, PaymentBadge, PaymentBadge, PaymentBadge]>([
    ['paid', 'paid', 'paid', 'paid', 'none'],
    ['succeeded', 'paid', 'none', 'paid', 'none'],
    ['processing', 'pending', 'none', 'pending', 'pending'],
    ['requires_action', 'pending', 'none', 'pending', 'none'],
    ['requires_confirmation', 'pending', 'none', 'pending', 'none'],
    ['pending', 'pending', 'none', 'pending', 'pending'],
    ['failed', 'failed', 'unpaid', 'failed', 'none'],
    ['void', 'failed', 'void', 'void', 'none'],
    ['uncollectible', 'unpaid', 'none', 'void', 'none'],
    ['refunded', 'refunded', 'none', 'refunded', 'none'],
    ['sent', 'unpaid', 'unpaid', 'unpaid', 'none'],
    ['scheduled', 'unpaid', 'unpaid', 'unpaid', 'none'],
    ['open', 'unpaid', 'none', 'unpaid', 'none'],
    ['draft', 'unpaid', 'none', 'none', 'none'],
    [null, 'unpaid', 'none', 'none', 'none'],
    ['constructor', 'unpaid', 'none', 'none', 'none'],
  ])('%s: appointment %s, crew %s, customer %s, mark %s', (status, ...expected) => {
    expect(audiences.map((audience) => visitPaymentBadge(status, audience))).toEqual(expected)
  })

  it.each<['scheduled' | 'in_progress' | 'completed' | 'skipped', PaymentBadge, PaymentBadge]>([
    ['scheduled', 'unpaid', 'none'],
    ['in_progress', 'unpaid', 'none'],
    ['completed', 'unpaid', 'unpaid'],
    ['scheduled', 'paid', 'paid'],
    ['scheduled', 'failed', 'failed'],
    ['skipped', 'paid', 'none'],
  ])('of a %s visit, %s is shown as %s', (status, payment_badge, shown) => {
    expect(shownBadge({ status, payment_badge })).toBe(shown)
  })

  it('shows a partial payment, unless one is pending or failed', () => {
    expect(visitPaymentBadge('sent', 'appointment', 'partial')).toBe('partial')
    expect(visitPaymentBadge('sent', 'customer', 'partial')).toBe('partial')
    expect(visitPaymentBadge('processing', 'appointment', 'partial')).toBe('pending')
    expect(visitPaymentBadge('failed', 'appointment', 'partial')).toBe('failed')
  })

  it('has labels', () => {
    expect(badgeLabel('partial')).toBe('Partially paid')
    expect([badgeTooltip('void'), badgeTooltip('failed'), badgeTooltip(null)]).toEqual([
      'Void',
      null,
      null,
    ])
  })
})

describe('invoiceRules', () => {
  const facts = (
    status: InvoiceStatus,
    more: Partial<
      ChargeFacts & { money: InvoiceMoney; paid_cents: number; refunded_cents: number }
    > = {},
  ) =>
    ({
      status,
      money: 'none',
      total_cents: 5000,
      paid_cents: 0,
      credit_cents: 0,
      refunded_cents: 0,
      can_collect: true,
      has_payment_method: true,
      ...more,
    }) as const

  const all = {
    open: (f: ReturnType<typeof facts>) => invoiceRules.open(f),
    payLink: (f: ReturnType<typeof facts>) => invoiceRules.payLink(f),
    charge: (f: ReturnType<typeof facts>) => invoiceRules.charge(f),
    markPaid: (f: ReturnType<typeof facts>) => invoiceRules.markPaid(f),
    voidIt: (f: ReturnType<typeof facts>) => invoiceRules.voidIt(f),
    writeOff: (f: ReturnType<typeof facts>) => invoiceRules.writeOff(f),
    editDueDate: (f: ReturnType<typeof facts>) => invoiceRules.editDueDate(f),
    editLines: (f: ReturnType<typeof facts>) => invoiceRules.editLines(f),
    refund: (f: ReturnType<typeof facts>) => invoiceRules.refund(f),
  }

  it.each<[InvoiceStatus, Record<keyof typeof all, string | null>]>([
    [
      'draft',
      {
        open: null,
        payLink: null,
        charge: 'invoice_draft',
        markPaid: null,
        voidIt: null,
        writeOff: 'invoice_not_open',
        editDueDate: 'invoice_not_open',
        editLines: null,
        refund: 'nothing_to_refund',
      },
    ],
    [
      'scheduled',
      {
        open: null,
        payLink: null,
        charge: null,
        markPaid: null,
        voidIt: null,
        writeOff: null,
        editDueDate: null,
        editLines: 'invoice_issued',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'open',
      {
        open: null,
        payLink: null,
        charge: null,
        markPaid: null,
        voidIt: null,
        writeOff: null,
        editDueDate: null,
        editLines: 'invoice_issued',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'sent',
      {
        open: null,
        payLink: null,
        charge: null,
        markPaid: null,
        voidIt: null,
        writeOff: null,
        editDueDate: null,
        editLines: 'invoice_issued',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'failed',
      {
        open: null,
        payLink: null,
        charge: null,
        markPaid: null,
        voidIt: null,
        writeOff: null,
        editDueDate: null,
        editLines: 'invoice_issued',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'processing',
      {
        open: null,
        payLink: 'payment_in_progress',
        charge: 'payment_in_progress',
        markPaid: 'payment_in_progress',
        voidIt: 'payment_in_progress',
        writeOff: 'payment_in_progress',
        editDueDate: null,
        editLines: 'payment_in_progress',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'paid',
      {
        open: 'already_paid',
        payLink: 'already_paid',
        charge: 'already_paid',
        markPaid: 'already_paid',
        voidIt: 'already_paid',
        writeOff: 'already_paid',
        editDueDate: 'already_paid',
        editLines: 'already_paid',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'refunded',
      {
        open: 'invoice_closed',
        payLink: 'invoice_closed',
        charge: 'invoice_closed',
        markPaid: 'invoice_closed',
        voidIt: 'invoice_closed',
        writeOff: 'invoice_closed',
        editDueDate: 'invoice_closed',
        editLines: 'invoice_closed',
        refund: 'nothing_to_refund',
      },
    ],
    [
      'void',
      {
        open: 'invoice_closed',
        payLink: 'invoice_closed',
        charge: 'invoice_closed',
        markPaid: 'invoice_closed',
        voidIt: 'invoice_closed',
        writeOff: 'invoice_closed',
        editDueDate: 'invoice_closed',
        editLines: 'invoice_closed',
        refund: 'nothing_to_refund',
      },
    ],
  ])('%s', (status, expected) => {
    const codes = Object.fromEntries(
      Object.entries(all).map(([name, ask]) => [name, ask(facts(status))?.code ?? null]),
    )
    expect(codes).toEqual(expected)
  })

  it.each<[string, Partial<ChargeFacts>, string, string]>([
    [
      'the organization cannot collect',
      { can_collect: false },
      'org_not_charge_ready',
      'Payments not enabled — send pay link',
    ],
    [
      'no method is on file',
      { has_payment_method: false },
      'no_payment_method',
      'No card on file — send pay link',
    ],
    [
      'there is nothing to pay',
      { total_cents: 0, can_collect: false },
      'zero_total',
      'There is nothing to pay on this invoice.',
    ],
  ])('no charge when %s', (_, more, code, sentence) => {
    expect(invoiceRules.charge(facts('open', more))).toEqual({ code, sentence })
  })

  it.each([
    [49, 'amount_too_small'],
    [50, null],
    [99_999_999, null],
    [100_000_000, 'amount_too_large'],
  ])('%i cents left: charge and the page %s', (total_cents, code) => {
    const f = facts('open', { total_cents })
    expect(invoiceRules.charge(f)?.code ?? null).toBe(code)
    expect(invoiceRules.payOnline(f)?.code ?? null).toBe(code)
  })

  it('has plain labels', () => {
    expect(invoiceRules.charge(facts('paid'))?.sentence).toBe('Already paid')
    expect(invoiceRules.payLink(facts('processing'))?.sentence).toBe('Payment in progress')
  })

  it.each<[InvoiceMoney, number, string | null, string | null, string | null]>([
    ['partial', 2000, 'invoice_has_payments', 'invoice_has_payments', null],
    ['partially_refunded', 2000, 'invoice_has_payments', 'invoice_has_payments', null],
    ['disputed', 0, 'invoice_has_payments', 'invoice_has_payments', 'charge_disputed'],
    ['failed', 0, null, null, 'nothing_to_refund'],
  ])(
    'money %s, %i paid: void %s, replace %s, refund %s',
    (money, paid, voidIt, replace, refund) => {
      const f = facts('open', { money, paid_cents: paid + 1000, refunded_cents: 1000 })
      expect([
        invoiceRules.voidIt(f)?.code ?? null,
        invoiceRules.replace(f)?.code ?? null,
        invoiceRules.refund(f)?.code ?? null,
      ]).toEqual([voidIt, replace, refund])
    },
  )

  it('never moves money on a closed invoice', () => {
    for (const status of invoiceStatuses.filter((s) => closedMoney.has(s))) {
      expect([
        invoiceRules.charge(facts(status)),
        invoiceRules.payLink(facts(status)),
        invoiceRules.markPaid(facts(status)),
      ]).not.toContain(null)
    }
  })
})

describe('invoicePermissions', () => {
  const can = (role: Role, status: InvoiceStatus, leadsTeam = false): string =>
    Object.values(invoicePermissions([role], { status, total_cents: 5000 }, { leadsTeam }))
      .map((yes) => (yes ? 'y' : '-'))
      .join('')

  it.each<[InvoiceStatus, string]>([
    ['draft', '-yy'],
    ['scheduled', 'yyy'],
    ['open', 'yyy'],
    ['sent', 'yyy'],
    ['failed', 'yyy'],
    ['processing', 'y-y'],
    ['paid', '---'],
    ['refunded', '---'],
    ['void', '---'],
    ['uncollectible', '---'],
  ])('owner and manager on %s: due date, mark paid, send %s', (status, expected) => {
    expect([can('owner', status), can('manager', status)]).toEqual([expected, expected])
  })

  it('a leader can send for teams they lead, others can’t do anything', () => {
    expect([
      can('crew_leader', 'open', true),
      can('crew_owner', 'open', true),
      can('crew_leader', 'open'),
      can('crew_member', 'open', true),
      can('user', 'open'),
      can('payee', 'open'),
      can('sales', 'open'),
    ]).toEqual(['--y', '--y', '---', '---', '---', '---', '---'])
  })

  it('can send only where a pay link is shown', () => {
    expect([...payLinkStatuses].sort()).toEqual([
      'draft',
      'failed',
      'open',
      'processing',
      'scheduled',
      'sent',
    ])
  })
})

describe('amounts', () => {
  it.each([
    [1, 5000, 5000],
    [1.5, 333, 500],
    [0.33, 100, 33],
    [2.25, 1999, 4498],
    [0.01, 50, 1],
    [0.01, 49, 0],
    [3, -150, -450],
    [0.5, -1, -1],
    [0.1, 3, 0],
    [1.005, 100, 100],
  ])('%d × %i cents is %i', (quantity, unit, total) => {
    expect(lineTotal(quantity, unit)).toBe(total)
  })

  it('add up exactly', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100),
      unit_price_cents: fc.integer({ min: 0, max: 1_000_000 }),
      discount_cents: fc.integer({ min: 0, max: 1000 }),
      tax_cents: fc.integer({ min: 0, max: 1000 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const totals = invoiceTotals(lines)
        expect(totals.subtotal_cents).toBe(
          lines.map((l) => lineTotal(l.quantity, l.unit_price_cents)).reduce((a, b) => a + b, 0),
        )
        expect(totals.total_cents).toBe(
          totals.subtotal_cents - totals.discount_cents + totals.tax_cents,
        )
        expect(Object.values(totals).every(Number.isSafeInteger)).toBe(true)
      }),
    )
  })

  it('accept at most two decimals in a quantity', () => {
    expect(
      [0.01, 1.15, 19.99, 0, -1, 1.005, 100_000].map((q) => parseQuantity(String(q)) !== null),
    ).toEqual([true, true, true, false, false, false, false])
    expect(
      InvoiceLinesInput.parse([{ description: ' Mowing ', unit_price_cents: 100 }]),
    ).toMatchObject([{ description: 'Mowing', quantity: 1, discount_cents: 0 }])
  })

  const most = 999_999_999
  it.each<[string, object[], string | null]>([
    ['the highest line', [{ unit_price_cents: most }], null],
    ['a price above it', [{ unit_price_cents: most + 1 }], '0.unit_price_cents'],
    ['an unsafe price', [{ unit_price_cents: 2 ** 53 - 1 }], '0.unit_price_cents'],
    ['a line above it', [{ unit_price_cents: 100_000, quantity: 99_999 }], '0.unit_price_cents'],
    ['a total above it', [{ unit_price_cents: most }, { unit_price_cents: 1 }], ''],
    ['a full discount', [{ unit_price_cents: 100, quantity: 0.57, discount_cents: 57 }], null],
    ['a higher one', [{ unit_price_cents: 100, discount_cents: 101 }], '0.discount_cents'],
    [
      'one that only a tax would cover',
      [{ unit_price_cents: 1000, discount_cents: 1070, tax_cents: 80 }],
      '0.discount_cents',
    ],
  ])('%s', (_, lines, path) => {
    const result = InvoiceLinesInput.safeParse(
      lines.map((line) => ({ description: 'Mowing', ...line })),
    )
    expect(result.success ? null : result.error.issues[0]!.path.join('.')).toBe(path)
  })
})

describe('due dates', () => {
  it.each([
    ['2026-01-28', 28, '2026-01-28'],
    ['2026-01-29', 28, '2026-02-28'],
    ['2026-12-29', 1, '2027-01-01'],
    ['2026-03-10', 15, '2026-03-15'],
    ['2026-02-28', 27, '2026-03-27'],
  ])('the due day after %s, on the %ith, is %s', (from, day, expected) => {
    expect(nextDueDate(from, day)).toBe(expected)
  })

  it('is always on the due day, never earlier, within 31 days', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 28 }),
        (date, day) => {
          const from = date.toISOString().slice(0, 10)
          const due = nextDueDate(from, day)
          expect(Number(due.slice(8))).toBe(day)
          expect(due >= from && Date.parse(due) - Date.parse(from) < 31 * 86_400_000).toBe(true)
        },
      ),
    )
  })

  it('prefers a manual date, then the visit date for autopay, then the due day', () => {
    const invoice = {
      due_date: '2026-06-03',
      due_date_overridden: true,
      issue_date: '2026-05-10',
      due_day: 28,
      autopay_visit_date: '2026-05-10',
    }
    expect(effectiveDueDate(invoice)).toBe('2026-06-03')
    expect(effectiveDueDate({ ...invoice, due_date_overridden: false })).toBe('2026-05-10')
    expect(
      effectiveDueDate({ ...invoice, due_date_overridden: false, autopay_visit_date: null }),
    ).toBe('2026-05-28')
  })
})

describe('the list', () => {
  it('has three groups', () => {
    expect(invoiceStatuses.map((status) => [status, invoiceGroup(status)])).toEqual([
      ['draft', 'open'],
      ['scheduled', 'open'],
      ['sent', 'open'],
      ['open', 'open'],
      ['processing', 'open'],
      ['failed', 'open'],
      ['paid', 'paid'],
      ['refunded', 'closed'],
      ['void', 'closed'],
      ['uncollectible', 'closed'],
    ])
  })
})
