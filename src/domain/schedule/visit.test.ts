import { completionMessage, earlyCompletion } from '../flows/completion.ts'
import { describe, expect, it } from 'vitest'
import type { InvoiceStatus } from '../money/invoice.ts'
import {
  isLetGo,
  isOnHold,
  isOnTheWay,
  isResting,
  occurrenceId,
  OccurrenceId,
  parseOccurrenceId,
  type VisitFacts,
  visitFlags,
  visitRules,
  visitTime,
} from './visit.ts'
import type { VisitStatus } from './visit-status.ts'
import { visitStatuses } from './visit-status.ts'

const series = '0199aa00-0000-7000-8000-000000000001'

describe('an occurrence id', () => {
  it('goes there and back', () => {
    expect(parseOccurrenceId(occurrenceId(series, '2026-05-04'))).toEqual({
      series_id: series,
      original_date: '2026-05-04',
    })
  })
  it.each([series, `${series}:2026-02-30`, `x:2026-05-04`, '', ':', `${series}:`])(
    '%s is none',
    (text) => {
      expect(parseOccurrenceId(text)).toBeNull()
      expect(OccurrenceId.safeParse(text).success).toBe(false)
    },
  )
})

const edit = 'This visit is cancelled — you can’t edit/reschedule it.'
const move = 'This visit is cancelled — cannot reschedule.'
const locked = 'A completed visit is locked.'

describe('visitRules', () => {
  const sentence = (
    name: 'reschedule' | 'setTime' | 'clearTime' | 'assignTeam' | 'edit' | 'seedInvoice',
    status: VisitStatus,
  ): string | null => visitRules[name]({ status, invoice_status: null })?.sentence ?? null

  it.each([
    ['reschedule', [null, null, locked, move]],
    ['setTime', [null, null, locked, edit]],
    ['clearTime', [null, null, locked, edit]],
    ['assignTeam', [null, null, locked, edit]],
    ['edit', [null, null, locked, edit]],
    ['seedInvoice', [null, null, null, edit]],
  ] as const)('%s', (name, expected) => {
    expect(visitStatuses.map((status) => sentence(name, status))).toEqual(expected)
  })

  it.each<[InvoiceStatus | null, VisitStatus, string | null, string | null]>([
    [null, 'scheduled', null, null],
    ['open', 'scheduled', null, null],
    ['failed', 'in_progress', null, null],
    ['paid', 'scheduled', 'already_paid', 'Already paid — reschedule instead'],
    ['paid', 'completed', 'already_paid', 'Already paid — reschedule instead'],
    ['void', 'scheduled', 'invoice_closed', 'This date’s invoice is closed — reschedule instead'],
    [
      'refunded',
      'scheduled',
      'invoice_closed',
      'This date’s invoice is closed — reschedule instead',
    ],
    [
      'uncollectible',
      'scheduled',
      'invoice_closed',
      'This date’s invoice is closed — reschedule instead',
    ],
    ['processing', 'scheduled', 'payment_in_progress', 'Payment in progress'],
    ['open', 'completed', 'visit_locked', locked],
    [null, 'skipped', null, null],
  ])('skip with invoice %s when %s: %s', (invoice_status, status, code, sentence) => {
    expect(visitRules.skip({ status, invoice_status })).toEqual(code && { code, sentence })
  })

  it.each<[string, Omit<VisitFacts, 'invoice_status'> & Partial<VisitFacts>, string | null]>([
    ['scheduled', { status: 'scheduled' }, null],
    ['billed', { status: 'scheduled', invoice_status: 'open' }, null],
    ['cancelled by the office', { status: 'skipped', skip_reason: 'staff' }, null],
    ['cancelled for the weather', { status: 'skipped', skip_reason: 'weather' }, null],
    [
      'on hold already',
      { status: 'skipped', skip_reason: 'staff', hold_reason: 'Gate locked' },
      null,
    ],
    [
      'cancelled by its customer',
      { status: 'skipped', skip_reason: 'customer' },
      'visit_cancelled',
    ],
    [
      'cancelled for want of payment',
      { status: 'skipped', skip_reason: 'payment' },
      'visit_cancelled',
    ],
    ['resting', { status: 'skipped', skip_reason: 'paused' }, 'visit_paused'],
    ['done', { status: 'completed', invoice_status: 'paid' }, 'visit_locked'],
    ['under way', { status: 'in_progress' }, 'visit_in_progress'],
    ['paid ahead', { status: 'scheduled', invoice_status: 'paid' }, 'already_paid'],
    ['being paid', { status: 'scheduled', invoice_status: 'processing' }, 'payment_in_progress'],
    ['with a closed invoice', { status: 'scheduled', invoice_status: 'void' }, 'invoice_closed'],
  ])('hold a visit that is %s: %o, %s', (_, facts, code) => {
    expect(visitRules.hold({ invoice_status: null, ...facts })?.code ?? null).toBe(code)
  })

  it.each<[string, Partial<VisitFacts>, string, string | null]>([
    ['planned today', {}, '2026-05-04', null],
    ['under way today', { status: 'in_progress' }, '2026-05-04', null],
    ['paid ahead', { invoice_status: 'paid' }, '2026-05-04', null],
    ['planned tomorrow', {}, '2026-05-05', 'visit_not_today'],
    ['planned yesterday', {}, '2026-05-03', 'visit_not_today'],
    ['done', { status: 'completed' }, '2026-05-04', 'visit_locked'],
    ['cancelled', { status: 'skipped', skip_reason: 'staff' }, '2026-05-04', 'visit_cancelled'],
    ['paused', { status: 'skipped', skip_reason: 'paused' }, '2026-05-04', 'visit_paused'],
    [
      'on hold',
      { status: 'skipped', skip_reason: 'staff', hold_reason: 'Rain' },
      '2026-05-04',
      'visit_on_hold',
    ],
  ])('setting out for a visit that is %s: %o on %s, %s', (_, facts, date, code) => {
    const visit = { status: 'scheduled' as const, invoice_status: null, ...facts }
    const refusal = visitRules.onTheWay({ ...visit, date, today: '2026-05-04' })
    expect(refusal?.code ?? null).toBe(code)
  })

  it.each<[VisitStatus, string, string | null, boolean]>([
    ['scheduled', '2026-05-04', '2026-05-04T14:42:00Z', true],
    ['in_progress', '2026-05-04', '2026-05-04T14:42:00Z', true],
    // Still the evening of May 4 in New York.
    ['scheduled', '2026-05-04', '2026-05-05T02:42:00Z', true],
    ['scheduled', '2026-05-05', '2026-05-04T14:42:00Z', false],
    ['completed', '2026-05-04', '2026-05-04T14:42:00Z', false],
    ['skipped', '2026-05-04', '2026-05-04T14:42:00Z', false],
    ['scheduled', '2026-05-04', null, false],
  ])('%s on %s, set out at %s: on the way %s', (status, date, on_the_way_at, is) => {
    expect(isOnTheWay({ status, date, on_the_way_at }, 'America/New_York')).toBe(is)
  })

  const waits: VisitFacts = {
    status: 'skipped',
    skip_reason: 'staff',
    hold_reason: 'Gate locked',
    invoice_status: null,
  }
  it.each<[string, VisitFacts, boolean, string | null]>([
    ['one on hold', waits, false, null],
    ['one on hold, into its own pause', waits, true, 'visit_paused'],
    [
      'one that stands',
      { ...waits, status: 'scheduled', hold_reason: null },
      false,
      'visit_not_on_hold',
    ],
    ['one that is let go', { ...waits, hold_reason: null }, false, 'visit_not_on_hold'],
    [
      'one that is done',
      { ...waits, status: 'completed', hold_reason: null },
      true,
      'visit_not_on_hold',
    ],
  ])('place %s: %o, %s: %s', (_, facts, into_pause, code) => {
    expect(visitRules.place({ ...facts, into_pause })?.code ?? null).toBe(code)
  })

  it('of a visit on hold refuses all but placing it, letting it go and bringing it back', () => {
    const dated = { ...waits, date: '2026-05-04', today: '2026-05-04', by_crew: false }
    const {
      complete,
      reschedule,
      setTime,
      clearTime,
      assignTeam,
      edit,
      seedInvoice,
      skip,
      restore,
      hold,
    } = visitRules
    for (const refuses of [complete, reschedule, setTime, clearTime, assignTeam, edit, seedInvoice])
      expect(refuses(dated)).toEqual({
        code: 'visit_on_hold',
        sentence: 'This visit is on hold — schedule it first.',
      })
    expect([skip(dated), restore(dated), hold(dated)]).toEqual([null, null, null])
  })

  it.each<[Parameters<typeof isOnHold>[0], string]>([
    [{ status: 'scheduled' }, 'stands'],
    [{ status: 'skipped', skip_reason: 'paused' }, 'rests'],
    [{ status: 'skipped', skip_reason: 'staff', hold_reason: 'Gate locked' }, 'waits'],
    [{ status: 'skipped', skip_reason: 'staff', hold_reason: null }, 'is let go'],
    [{ status: 'completed' }, 'stands'],
  ])('%o %s', (visit, word) => {
    const words = [
      isResting(visit) && 'rests',
      isOnHold(visit) && 'waits',
      isLetGo(visit) && 'is let go',
    ].filter(Boolean)
    expect(words).toEqual(word === 'stands' ? [] : [word])
  })

  it.each<[VisitStatus, string, boolean, string | null]>([
    ['scheduled', '2026-05-04', true, null],
    ['in_progress', '2026-05-03', true, null],
    ['scheduled', '2026-05-05', true, 'visit_in_future'],
    ['scheduled', '2026-05-05', false, null],
    ['completed', '2026-05-04', true, null],
    ['skipped', '2026-05-04', false, 'visit_cancelled'],
  ])('complete a %s visit of %s by crew %s: %s', (status, date, by_crew, code) => {
    expect(
      visitRules.complete({ status, invoice_status: null, date, today: '2026-05-04', by_crew })
        ?.code ?? null,
    ).toBe(code)
  })

  it.each<[VisitStatus, string, string | null]>([
    ['skipped', '2026-05-04', null],
    ['skipped', '2026-05-03', 'visit_past'],
    ['scheduled', '2026-05-04', 'visit_not_cancelled'],
    ['completed', '2026-05-03', 'visit_not_cancelled'],
  ])('restore a %s visit of %s: %s', (status, date, code) => {
    expect(
      visitRules.restore({ status, invoice_status: null, date, today: '2026-05-04' })?.code ?? null,
    ).toBe(code)
  })

  it.each([
    ['customer', 'customer_paused', 'This customer is paused.'],
    ['rule', 'rule_paused', 'This work is paused.'],
  ] as const)('restore what a pause of the %s cancelled: %s', (paused_by, code, sentence) => {
    expect(
      visitRules.restore({
        status: 'skipped',
        invoice_status: null,
        date: '2026-05-04',
        today: '2026-05-04',
        paused_by,
      }),
    ).toEqual({ code, sentence })
  })

  it.each([
    [4500, undefined],
    [0, 'zero_total'],
    [null, 'zero_total'],
    [undefined, undefined],
  ])('seed an invoice of %s: %s', (to_bill_cents, code) => {
    expect(
      visitRules.seedInvoice({
        status: 'scheduled',
        invoice_status: null,
        ...(to_bill_cents === undefined ? {} : { to_bill_cents }),
      })?.code,
    ).toBe(code)
  })

  it('asks once before a visit is completed ahead of its day', () => {
    const facts = { date: '2026-05-05', today: '2026-05-04', confirmed: false }
    expect(earlyCompletion(facts)).toEqual({
      code: 'future_visit',
      sentence: 'This visit is on 2026-05-05. Complete it now anyway?',
    })
    expect([
      earlyCompletion({ ...facts, confirmed: true }),
      earlyCompletion({ ...facts, date: '2026-05-04' }),
    ]).toEqual([null, null])
  })

  it.each<[VisitStatus, InvoiceStatus | null, boolean, string, string | null]>([
    ['completed', 'open', true, '2026-05-04T10:15:00Z', null],
    ['completed', 'open', true, '2026-05-04T10:15:01Z', 'undo_expired'],
    ['completed', 'open', false, '2026-06-04T10:00:00Z', null],
    ['completed', 'paid', false, '2026-05-04T10:01:00Z', 'already_paid'],
    ['completed', 'refunded', false, '2026-05-04T10:01:00Z', 'already_paid'],
    ['completed', 'processing', false, '2026-05-04T10:01:00Z', 'payment_in_progress'],
    ['scheduled', null, false, '2026-05-04T10:01:00Z', 'visit_not_completed'],
  ])(
    'reopen a %s visit, invoice %s, by crew %s at %s: %s',
    (status, invoice_status, by_crew, now, code) => {
      expect(
        visitRules.reopen({
          status,
          invoice_status,
          completed_at: '2026-05-04T10:00:00Z',
          now,
          by_crew,
        })?.code ?? null,
      ).toBe(code)
    },
  )
})

describe('words and flags', () => {
  it.each([
    [
      { invoice_id: series, collect_enqueued: true, via: 'autopay' },
      'Completed — collecting payment',
    ],
    [
      { invoice_id: series, collect_enqueued: false, via: 'invoice_only' },
      'Completed — invoice created',
    ],
    [
      { invoice_id: null, collect_enqueued: false, via: 'invoice_only' },
      'Completed (no invoice id)',
    ],
    [{ invoice_id: null, collect_enqueued: false, via: 'none' }, 'Completed (no charge)'],
  ] as const)('%o: %s', (completion, message) => {
    expect(completionMessage(completion)).toBe(message)
  })

  it('follow from status and minutes', () => {
    expect(visitFlags('skipped')).toEqual({ is_completed: false, skipped: true, cancelled: true })
    expect(visitFlags('completed')).toEqual({
      is_completed: true,
      skipped: false,
      cancelled: false,
    })
    expect([visitTime(545), visitTime(null)]).toEqual([
      { start_minutes: 545, start_time: '09:05' },
      { start_minutes: null, start_time: null },
    ])
  })
})
