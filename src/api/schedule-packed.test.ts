import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { addDays } from '../domain/dates.ts'
import { byTime, occurrenceId, visitFlags, visitStatuses, visitTime, type Visit } from '../domain/visit.ts'
import { PackedWindow, packing, unpackWindow } from './schedule-packed.ts'
import type { ScheduleWindow } from './schedule.ts'

const from = '2026-02-25'
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const name = orNull(fc.constantFrom('Ann Lee', 'José de la Cruz', 'Bo', '', 'A <b> C', '=X Y'))
const customer = fc.record({
  id: fc.uuid(),
  name,
  email: orNull(fc.constantFrom('ann.lee@example.com', 'lee.ann1@x.org', 'a<b>@x.org', '=ann@x.org', 'bo@bo.bo', 'JOSÉ@x.org')),
  phone_number: orNull(fc.constantFrom('(919) 555-0101', '+44 20 7946 0018', '911', '#31#9195550101', '5550101', '')),
  street: orNull(fc.string()),
  city: orNull(fc.constantFrom('Cary', 'Apex')),
  state: orNull(fc.constant('NC')),
  zip: orNull(fc.constant('27511')),
  available_days: fc.subarray(['mon', 'tue', 'fri'] as const),
  has_card_on_file: fc.boolean(),
})
const team = fc.constantFrom({ id: '01a20065-af07-7c90-864f-d34a3fee01e0', name: 'Crew 2' }, { id: '01a20065-af07-7c90-864f-d34a3fee01e1', name: 'Crew 3' })
const service = fc.record({
  id: orNull(fc.uuid()),
  key: orNull(fc.constant('mowing')),
  name: fc.string(),
  label: fc.string(),
  price_cents: orNull(fc.nat()),
  estimated_minutes: orNull(fc.nat()),
})
/** Several visits of several series of one customer, some of whose ids begin like the customer's. */
const visitsOf = customer.chain((who) =>
  fc.array(
    fc.record({ own: fc.uuid(), isNative: fc.boolean(), rule: orNull(fc.uuid()) }).chain(({ own, isNative, rule }) => {
      const series_id = isNative ? who.id.slice(0, 28) + own.slice(28) : own
      return fc.array(visitOf(who, series_id, rule ?? series_id), { maxLength: 4 })
    }),
    { maxLength: 3 },
  ),
)
const visitOf = (who: Visit['customer'], series_id: string, rule_id: string): fc.Arbitrary<Visit> =>
  fc
    .record({
      day: fc.nat(91),
      moved: fc.integer({ min: -40, max: 400 }),
      minutes: orNull(fc.nat(1439)),
      status: fc.constantFrom(...visitStatuses),
      team: orNull(team),
      strayTeam: orNull(fc.uuid()),
      service: orNull(service),
      invoice_id: orNull(fc.uuid()),
      notes: orNull(fc.string()),
      pause: orNull(fc.record({ by: fc.constantFrom('customer', 'rule'), until: orNull(fc.constant('2026-12-01')) })),
      route_position: orNull(fc.integer({ min: 1, max: 40 })),
      buffer_days: orNull(fc.nat(60)),
      version: fc.nat(9),
    })
    .map(({ day, moved, minutes, status, strayTeam, ...rest }) => {
      const date = addDays(from, day)
      const original_date = addDays(date, -moved)
      const id = occurrenceId(series_id, original_date)
      return {
        id,
        occurrence_id: id,
        series_id,
        rule_id,
        date,
        original_date,
        shifted: moved > 0,
        ...visitTime(minutes),
        duration_minutes: 45,
        team_id: rest.team?.id ?? strayTeam,
        status,
        ...visitFlags(status),
        skip_reason: null,
        hold_reason: status === 'skipped' && minutes === null ? 'Gate locked' : null,
        completed_at: null,
        invoice_status: null,
        invoice_total_cents: null,
        payment_badge: 'unpaid' as const,
        customer: who,
        price_cents: 4500,
        recurrence_label: 'Weekly',
        ...rest,
      }
    })
const windowOf = (occurrences: Visit[]): ScheduleWindow => ({
  from,
  to: addDays(from, 91),
  today: from,
  time_zone: 'America/New_York',
  revision: 7,
  occurrences: occurrences.toSorted(byTime),
  teams: [],
  events: [],
  closed_dates: [{ date: from, reason: 'Snow' }],
  business_hours: [],
})

/** Packed without a rest. */
function packWindow({ occurrences, ...window }: ScheduleWindow): PackedWindow {
  const work = packing({ ...window, visits: occurrences, tell: (visit) => visit })
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

describe('a packed window', () => {
  it('becomes the same window again, by way of JSON, and is as declared', () => {
    fc.assert(
      fc.property(fc.array(visitsOf, { maxLength: 12 }), (all) => {
        // An id names one visit.
        const window = windowOf([...new Map(all.flat(2).map((visit) => [visit.id, visit])).values()])
        const packed = JSON.parse(JSON.stringify(packWindow(window))) as PackedWindow
        expect(PackedWindow.parse(packed)).toEqual(packed)
        expect(unpackWindow(packed)).toEqual(JSON.parse(JSON.stringify(window)))
      }),
      { numRuns: 300 },
    )
  })

  it('is a tenth of the bytes, and less than half of them once both are zipped', () => {
    const digits = (n: number) => Math.imul(n, 2_654_435_761).toString(16).slice(-6).padStart(6, '0')
    const [visit] = fc.sample(visitOf(fc.sample(customer, { numRuns: 1, seed: 1 })[0]!, '', ''), { numRuns: 1, seed: 1 })
    const occurrences = Array.from({ length: 1000 }, (_, n) => {
      const id = `0193865d-154b-7eaf-a3d9-${digits(n)}${digits(n + 5000)}`
      const series_id = `${id.slice(0, 28)}${digits(n + 9000)}00`
      const named = occurrenceId(series_id, visit!.original_date)
      return { ...visit!, id: named, occurrence_id: named, series_id, rule_id: series_id, customer: { ...visit!.customer, id, street: `${n} Oak St` } }
    })
    const window = windowOf(occurrences)
    expect(JSON.stringify(packWindow(window)).length).toBeLessThan(JSON.stringify(window).length / 10)
    expect(gzipSync(JSON.stringify(packWindow(window))).length).toBeLessThan(gzipSync(JSON.stringify(window)).length / 2)
  })
})
