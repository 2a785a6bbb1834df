import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { icalendar, type CalendarEntry } from './icalendar.ts'
import { rounds } from '../../../test/rounds.ts'

const entry = (change: Partial<CalendarEntry & { date: string }> = {}) => ({
  uid: 'a:2027-06-09@fieldhive',
  changed_at: '2027-06-01T08:00:00.123Z',
  sequence: 3,
  summary: 'Mowing',
  description: null,
  location: null,
  url: null,
  is_cancelled: false,
  date: '2027-06-09',
  ...change,
})

/** Reads a calendar as the standard says, with code of its own: unfold, split at the first colon, undo the escapes. */
function parsed(text: string): [name: string, value: string][] {
  expect(text.endsWith('\r\n')).toBe(true)
  const raw = text.slice(0, -2).split('\r\n')
  for (const line of raw) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
    // A character cut in half would come back as a replacement mark.
    expect(line).toBe(line.toWellFormed())
  }
  return text
    .slice(0, -2)
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1)]
    })
}
const unescaped = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark))
const valueOf = (text: string, name: string) => parsed(text).find(([one]) => one === name)?.[1]

describe('a calendar', () => {
  it('brings any text back, in lines of at most 75 bytes', () => {
    const words = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(words, words, words, (summary, location, name) => {
        const text = icalendar(name, [entry({ summary, location: location || null })])
        const plain = (value: string) =>
          value
            .replace(/\r\n?/g, '\n')
            // oxlint-disable-next-line no-control-regex
            .replace(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ')
        expect(unescaped(valueOf(text, 'SUMMARY')!)).toBe(plain(summary))
        expect(unescaped(valueOf(text, 'X-WR-CALNAME')!)).toBe(plain(name))
        if (location) expect(unescaped(valueOf(text, 'LOCATION')!)).toBe(plain(location))
        const names = parsed(text).map(([one]) => one)
        expect(names.filter((one) => one === 'BEGIN')).toHaveLength(2)
        expect(names.filter((one) => one === 'END')).toHaveLength(2)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('folds at 75 bytes, and never within a character', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom('a', 'é', '€', '😀'),
        (count, one) => {
          const text = icalendar('x', [entry({ summary: one.repeat(count) })])
          expect(valueOf(text, 'SUMMARY')).toBe(one.repeat(count))
        },
      ),
    )
  })

  it('has a visit without a time all day, the end exclusive', () => {
    const text = icalendar('Green Acres', [entry({ date: '2027-12-31' })])
    expect(valueOf(text, 'DTSTART;VALUE=DATE')).toBe('20271231')
    expect(valueOf(text, 'DTEND;VALUE=DATE')).toBe('20280101')
  })

  it('has times in UTC, a stable id, and says what is cancelled', () => {
    const { date: _, ...timeless } = entry()
    const text = icalendar('Green Acres', [
      {
        ...timeless,
        starts_at: '2027-06-09T13:00:00.000Z',
        ends_at: '2027-06-09T13:45:00.000Z',
        is_cancelled: true,
      },
    ])
    expect(text).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Fieldhive//Schedule//EN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        'X-WR-CALNAME:Green Acres',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
        'BEGIN:VEVENT',
        'UID:a:2027-06-09@fieldhive',
        'DTSTAMP:20270601T080000Z',
        'LAST-MODIFIED:20270601T080000Z',
        'SEQUENCE:3',
        'DTSTART:20270609T130000Z',
        'DTEND:20270609T134500Z',
        'SUMMARY:Mowing',
        'STATUS:CANCELLED',
        'CLASS:PRIVATE',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })
})
