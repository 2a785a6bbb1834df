import { describe, expect, it } from 'vitest'
import { gateCodeRules } from './gate-code.ts'

type GateFacts = Parameters<typeof gateCodeRules.crewLook>[0]

const ny = 'America/New_York'
const visit = {
  date: '2027-06-09',
  start_minutes: 14 * 60,
  opens_minutes: 8 * 60,
  time_zone: ny,
  status: 'scheduled',
} as const

describe('the crew of a visit sees its gate code', () => {
  it.each<[string, Partial<GateFacts>, string, string | null]>([
    ['12 hours before', {}, '2027-06-09T02:00:00-04:00', null],
    ['a minute earlier', {}, '2027-06-09T01:59:00-04:00', 'gate_code_early'],
    ['the evening before', {}, '2027-06-08T20:00:00-04:00', 'gate_code_early'],
    ['days later, while it is open', {}, '2027-06-12T09:00:00-04:00', null],
    [
      'without a time: 12 hours before the business day',
      { start_minutes: null },
      '2027-06-08T20:00:00-04:00',
      null,
    ],
    [
      'without a time: a minute earlier',
      { start_minutes: null },
      '2027-06-08T19:59:00-04:00',
      'gate_code_early',
    ],
    [
      'a night shift at 11 PM, at noon',
      { start_minutes: 23 * 60 },
      '2027-06-09T11:00:00-04:00',
      null,
    ],
    [
      'a night shift at 11 PM, in the morning',
      { start_minutes: 23 * 60 },
      '2027-06-09T10:59:00-04:00',
      'gate_code_early',
    ],
    [
      'a night shift at 11 PM, after midnight',
      { start_minutes: 23 * 60 },
      '2027-06-10T01:00:00-04:00',
      null,
    ],
    ['just after midnight', { start_minutes: 10 }, '2027-06-08T12:10:00-04:00', null],
    [
      'in another zone',
      { time_zone: 'America/Los_Angeles' },
      '2027-06-09T04:59:00-04:00',
      'gate_code_early',
    ],
    [
      'where clocks go forward at night',
      { date: '2027-03-14', start_minutes: 480 },
      '2027-03-13T19:00:00-05:00',
      null,
    ],
    [
      'where clocks go forward, too early',
      { date: '2027-03-14', start_minutes: 480 },
      '2027-03-13T18:59:00-05:00',
      'gate_code_early',
    ],
    ['moved to tomorrow', { date: '2027-06-10' }, '2027-06-09T09:00:00-04:00', 'gate_code_early'],
    [
      'begun early',
      { status: 'in_progress', date: '2027-06-10' },
      '2027-06-09T09:00:00-04:00',
      null,
    ],
    ['under way', { status: 'in_progress' }, '2027-06-09T15:00:00-04:00', null],
    ['done', { status: 'completed' }, '2027-06-09T15:00:00-04:00', 'visit_done'],
    ['done before the window', { status: 'completed' }, '2027-06-08T15:00:00-04:00', 'visit_done'],
    ['cancelled or on hold', { status: 'skipped' }, '2027-06-09T15:00:00-04:00', 'visit_cancelled'],
    ['reopened', { status: 'scheduled' }, '2027-06-09T15:10:00-04:00', null],
  ])('%s', (_, change, now, code) => {
    const facts = { ...visit, ...change, now: new Date(now).toISOString() }
    expect(gateCodeRules.crewLook(facts)?.code ?? null).toBe(code)
  })
})
