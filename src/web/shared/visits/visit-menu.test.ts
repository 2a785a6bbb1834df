import { describe, expect, it } from 'vitest'
import { recurrenceLabel } from '../../../domain/base/cadence.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { testVisit } from './test-visit.ts'
import { visitMenu } from './visit-menu.ts'

type MenuFacts = Parameters<typeof visitMenu>[0]

const lines = (over: Partial<Visit>, facts: Partial<MenuFacts> = {}) =>
  visitMenu({
    visit: testVisit('1', over),
    today: '2026-11-23',
    now: '2026-11-23T15:00:00Z',
    byCrew: false,
    edits: false,
    reschedules: false,
    route: { at: -1, of: 0 },
    ...facts,
  })
const text = (over: Partial<Visit>, facts?: Partial<MenuFacts>) =>
  lines(over, facts)
    .map((group) => group.map(({ act, refusal }) => act + (refusal ? '!' : '')).join(' '))
    .join(' | ')
const labels = (over: Partial<Visit>) =>
  lines(over).flatMap((group) => group.map(({ label }) => label))

const held = { status: 'skipped', skip_reason: 'staff', hold_reason: 'Gate locked' } as const
const once = { recurrence_label: recurrenceLabel({ pattern: 'once', interval: 1 }) }
const done = {
  status: 'completed',
  completed_at: '2026-11-23T14:55:00Z',
  invoice_id: 'i',
  invoice_status: 'open',
  invoice_total_cents: 4500,
} as const
const series = 'edit_series end_series pause_series'

// An exclamation mark: the line is there and says why it cannot be done.
describe('the menu of a visit', () => {
  it.each<[string, Partial<Visit>, Partial<MenuFacts>, string]>([
    ['that is planned', {}, {}, `pay_link | ${series} |  | hold cancel`],
    [
      'where it can be changed',
      {},
      { edits: true, reschedules: true },
      `edit reschedule pay_link | ${series} |  | hold cancel`,
    ],
    ['for a crew', {}, { byCrew: true }, ' |  |  | hold cancel'],
    [
      'that is done and not paid',
      done,
      { edits: true },
      `edit! charge! pay_link invoice reopen | ${series} |  | cancel!`,
    ],
    ['that is done, for a crew', done, { byCrew: true }, 'pay_link invoice reopen |  |  | cancel!'],
    [
      'that was done long ago, for a crew',
      { ...done, completed_at: '2026-11-23T12:00:00Z' },
      { byCrew: true },
      'pay_link invoice reopen! |  |  | cancel!',
    ],
    [
      'that is paid',
      { ...done, invoice_status: 'paid', payment_badge: 'paid' },
      {},
      `pay_link! invoice reopen! | ${series} |  | cancel!`,
    ],
    [
      'that is cancelled',
      { status: 'skipped', skip_reason: 'staff' },
      {},
      `pay_link! | ${series} |  | hold restore`,
    ],
    [
      'that is cancelled by its customer',
      { status: 'skipped', skip_reason: 'customer' },
      {},
      `pay_link! | ${series} |  | restore`,
    ],
    ['that waits', held, {}, `pay_link! | ${series} |  | place hold restore let_go`],
    ['that waits, for a crew', held, { byCrew: true }, ' |  |  | hold restore let_go'],
  ])('%s', (_title, over, facts, expected) => expect(text(over, facts)).toBe(expected))

  it.each<[{ at: number; of: number }, Partial<Visit>, boolean, string]>([
    [{ at: 0, of: 1 }, { start_minutes: null }, false, ''],
    [{ at: 0, of: 3 }, { start_minutes: null }, false, 'earlier! later'],
    [{ at: 1, of: 3 }, { start_minutes: null }, false, 'earlier later'],
    [{ at: 2, of: 3 }, { start_minutes: null }, false, 'earlier later!'],
    [{ at: 1, of: 3 }, { start_minutes: null }, true, ''],
    [{ at: -1, of: 3 }, { start_minutes: 540 }, false, ''],
  ])('at %j of its route, %j, by crew: %s', (route, over, byCrew, expected) =>
    expect(text(over, { route, byCrew }).split(' | ')[2]).toBe(expected),
  )

  it.each<[Partial<Visit>, string]>([
    [{}, 'Put on hold'],
    [{ status: 'skipped', skip_reason: 'staff' }, 'Keep for later'],
    [held, 'Change the reason'],
    [{}, 'Pause this work'],
    [{ pause: { by: 'rule', until: null } }, 'Change or end the pause'],
  ])('for %j has the line “%s”', (over, label) => expect(labels(over)).toContain(label))

  it('offers nothing of a series for a single visit', () => {
    expect(labels(once)).not.toContain('Edit series')
  })
})
