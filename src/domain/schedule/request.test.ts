import { describe, expect, it } from 'vitest'
import {
  isBeforeCutoff,
  canonicalRequestStatus,
  deniedText,
  isOpenRequest,
  NewRescheduleRequest,
  nextOpenDay,
  preferredChoices,
  requestOutcome,
  requestRules,
  upcomingFlags,
  upcomingState,
  type RequestAction,
  type RequestStatus,
  type UpcomingState,
} from './request.ts'
import type { SkipReason } from './visit.ts'
import type { VisitStatus } from './visit-status.ts'

describe('a request’s status', () => {
  it.each([
    ['', 'requested'],
    [null, 'requested'],
    ['pending', 'requested'],
    ['open', 'requested'],
    ['requested', 'requested'],
    ['approved', 'approved'],
    ['done', null],
  ])('%s is read as %s', (status, expected) => {
    expect(canonicalRequestStatus(status)).toBe(expected)
  })
  it('is open until answered', () => {
    const answered = '2026-05-04T12:00:00Z'
    expect(
      [
        ['pending', null],
        ['requested', answered],
        ['denied', null],
      ].map(([status = null, resolved_at = null]) => isOpenRequest({ status, resolved_at })),
    ).toEqual([true, false, false])
  })
  it.each<[RequestStatus, string | null]>([
    ['requested', null],
    ['approved', 'request_resolved'],
    ['denied', 'request_resolved'],
    ['withdrawn', 'request_resolved'],
    ['expired', 'request_resolved'],
  ])('answering a %s one: %s', (status, code) => {
    expect([
      requestRules.resolve({ status })?.code ?? null,
      requestRules.withdraw({ status })?.code ?? null,
    ]).toEqual([code, code])
  })
  it('isn’t described as answered once its date has passed', () => {
    expect(requestRules.resolve({ status: 'expired' })?.sentence).toBe(
      'The date of this request has passed.',
    )
  })
})

const always = { open_weekdays: null, closed_dates: new Set<string>() }

describe('moving by oneself', () => {
  it.each([
    ['2026-05-06', true, null],
    ['2026-05-05', true, 'visit_moved'],
    ['2026-05-05', false, 'visit_moved'],
    ['2026-05-06', false, 'day_taken'],
  ])('a visit seen on %s, with the day free: %s: %s', (seen_date, is_free, code) => {
    expect(requestRules.move({ seen_date, date: '2026-05-06', is_free })?.code ?? null).toBe(code)
  })
})

describe('asking', () => {
  it.each<[VisitStatus, SkipReason | null, string, string | null]>([
    ['scheduled', null, '2026-05-04', null],
    ['scheduled', null, '2026-05-03', 'visit_past'],
    ['skipped', 'staff', '2026-05-04', 'visit_cancelled'],
    ['skipped', 'paused', '2026-05-04', 'visit_paused'],
    ['completed', null, '2026-05-03', 'visit_locked'],
  ])('about a visit %s by %s of %s: %s', (status, skip_reason, date, code) => {
    expect(requestRules.ask({ status, skip_reason, date, today: '2026-05-04' })?.code ?? null).toBe(
      code,
    )
  })

  it.each<[VisitStatus, string, object | null]>([
    ['completed', '2026-05-04', { status: 'denied', reason: 'completed' }],
    ['skipped', '2026-05-04', { status: 'denied', reason: 'cancelled' }],
    ['scheduled', '2026-05-03', { status: 'expired', reason: 'past' }],
    ['scheduled', '2026-05-04', null],
  ])('when the visit is %s on %s: %o', (status, date, outcome) => {
    expect(requestOutcome({ status, date }, '2026-05-04')).toEqual(outcome)
  })
  it('about a paused visit stays open until its date has passed', () => {
    const resting = { status: 'skipped', skip_reason: 'paused', date: '2026-05-04' } as const
    expect(requestOutcome(resting, '2026-05-04')).toBeNull()
    expect(requestOutcome(resting, '2026-05-05')).toEqual({ status: 'expired', reason: 'past' })
  })

  it('about a visit on hold stays open', () => {
    const held = {
      status: 'skipped',
      skip_reason: 'staff',
      hold_reason: 'Gate locked',
      date: '2026-05-04',
    } as const
    expect(requestOutcome(held, '2026-05-04')).toBeNull()
    expect(requestRules.ask({ ...held, today: '2026-05-04' })?.code).toBe('visit_on_hold')
  })

  it('counts the note after trimming', () => {
    const note = (reason: string) => NewRescheduleRequest.safeParse({ date: '2026-05-04', reason })
    expect([note(`${'x'.repeat(500)}   `).success, note('x'.repeat(501)).success]).toEqual([
      true,
      false,
    ])
    expect(note('  ').data).toMatchObject({ reason: null, preferred_dates: [] })
  })

  it('accepts up to three preferred dates', () => {
    const dates = ['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08']
    expect(
      NewRescheduleRequest.safeParse({ date: '2026-05-04', preferred_dates: dates }).success,
    ).toBe(false)
    expect(
      NewRescheduleRequest.safeParse({ date: '2026-05-04', preferred_dates: dates.slice(1) })
        .success,
    ).toBe(true)
  })

  it.each([
    ['from six days before', '2026-05-20', '2026-05-14', '2026-05-26'],
    ['from tomorrow at the earliest', '2026-05-04', '2026-05-05', '2026-05-16'],
    ['from tomorrow for a visit that is near', '2026-05-06', '2026-05-05', '2026-05-17'],
  ])('offers days around the visit, %s', (_, date, first, last) => {
    const days = preferredChoices({ date, today: '2026-05-04', ...always })
    expect([days.length, days[0], days.at(-1), days.includes(date)]).toEqual([
      12,
      first,
      last,
      false,
    ])
  })

  it('offers no closed day', () => {
    const days = preferredChoices({
      date: '2026-05-20',
      today: '2026-05-04',
      open_weekdays: [1, 2, 3, 4, 5],
      closed_dates: new Set(['2026-05-15']),
    })
    expect(days.slice(0, 4)).toEqual(['2026-05-14', '2026-05-18', '2026-05-19', '2026-05-21'])
    expect(days).toHaveLength(12)
  })

  it.each([
    ['2026-05-03T12:00:00Z', true],
    ['2026-05-03T12:00:01Z', false],
    ['2026-05-05T12:00:00Z', false],
  ])('cancelling at %s takes effect immediately: %s', (now, expected) => {
    expect(isBeforeCutoff('2026-05-04T12:00:00Z', now)).toBe(expected)
  })
})

describe('upcomingState', () => {
  it.each<[VisitStatus, string, boolean, RequestAction | null, UpcomingState]>([
    ['scheduled', '2026-05-04', false, null, 'scheduled'],
    ['scheduled', '2026-05-05', false, null, 'rescheduled'],
    ['scheduled', '2026-05-05', true, null, 'scheduled'],
    ['scheduled', '2026-05-04', false, 'reschedule', 'reschedule_requested'],
    ['scheduled', '2026-05-05', false, 'cancel', 'cancel_requested'],
    ['skipped', '2026-05-04', false, 'reschedule', 'cancelled'],
    ['completed', '2026-05-04', false, null, 'completed'],
  ])('%s on %s, shifted %s, asked %s: %s', (status, date, shifted, open_request, state) => {
    expect(
      upcomingState({
        status,
        skip_reason: status === 'skipped' ? 'staff' : null,
        date,
        original_date: '2026-05-04',
        shifted,
        open_request,
      }),
    ).toBe(state)
  })
  it('isn’t cancelled while paused or on hold', () => {
    const visit = {
      status: 'skipped',
      date: '2026-05-04',
      original_date: '2026-05-04',
      shifted: false,
      open_request: null,
    } as const
    expect(upcomingState({ ...visit, skip_reason: 'paused' })).toBe('paused')
    expect(upcomingState({ ...visit, skip_reason: 'staff', hold_reason: 'Gate locked' })).toBe(
      'to_be_rescheduled',
    )
    for (const state of ['paused', 'to_be_rescheduled'] as const)
      expect(upcomingFlags(state)).toMatchObject({ cancelled: false, skipped: true })
  })
  it('returns the flags', () => {
    expect(upcomingFlags('cancelled')).toEqual({
      reschedule_requested: false,
      rescheduled: false,
      cancelled: true,
      skipped: true,
    })
    expect(upcomingFlags('reschedule_requested')).toMatchObject({
      reschedule_requested: true,
      cancelled: false,
    })
  })
})

describe('an unsuccessful request', () => {
  it.each<[string, UpcomingState, string | null, string | null]>([
    [
      'denied with a reason',
      'scheduled',
      'No crew that day',
      'Your last request could not be met: No crew that day',
    ],
    ['denied without a reason', 'scheduled', null, 'Your last request could not be met.'],
    [
      'closed by a cancelled visit that was restored',
      'scheduled',
      'cancelled',
      'Your last request could not be met: the visit was cancelled in the meantime',
    ],
    [
      'closed by a completed visit that was reopened',
      'scheduled',
      'completed',
      'Your last request could not be met: the visit was done in the meantime',
    ],
    ['closed by a cancelled visit', 'cancelled', 'cancelled', null],
    ['closed by a completed visit', 'completed', 'completed', null],
  ])('%s', (_, state, resolution_reason, text) => {
    expect(deniedText({ state, request: { status: 'denied', resolution_reason } })).toBe(text)
  })
  it('is the only status with that text', () => {
    expect(
      deniedText({ state: 'scheduled', request: { status: 'approved', resolution_reason: null } }),
    ).toBeNull()
    expect(deniedText({ state: 'scheduled', request: null })).toBeNull()
  })
})

it.each([
  ['2027-06-11', '2027-06-14'],
  ['2027-06-14', '2027-06-16'],
])('the next open day after %s is %s', (date, next) => {
  const closed_dates = new Set(['2027-06-15'])
  expect(nextOpenDay(date, { open_weekdays: [1, 2, 3, 4, 5], closed_dates })).toBe(next)
})
