import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonthsClamped,
  clockText,
  dateOfDay,
  dateText,
  DayKeys,
  dayNumber,
  daysBetween,
  eachDay,
  isLocalDate,
  isSkippedTime,
  isTimeZone,
  keysOfWeekdays,
  longDate,
  LocalDateText,
  minutesOfTime,
  MinutesOfDay,
  Moment,
  startOfWeek,
  timeText,
  TimeText,
  todayIn,
  wallClockIn,
  weekdayName,
  weekdayOf,
  weekdayOfKey,
  weekdaysOfKeys,
  zonedToUtcIso,
} from './dates.ts'

const days = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-12-31') })

describe('local dates', () => {
  it('match JavaScript’s dates, day by day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = dateOfDay(day)
        expect(date).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
        expect(dayNumber(date)).toBe(day)
        expect(weekdayOf(date)).toBe(new Date(day * 86_400_000).getUTCDay())
        expect(isLocalDate(date)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['0000-01-01', false],
    ['0001-01-01', false],
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['2200-01-01', false],
    ['9999-12-31', false],
    ['2026-1-1', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('%s is a date: %s', (text, expected) => {
    expect(isLocalDate(text)).toBe(expected)
    expect(LocalDateText.safeParse(text).success).toBe(expected)
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 13, '2027-02-28'],
    ['2026-01-31', 25, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-31', 0, '2026-12-31'],
  ])('%s and %i months is %s', (anchor, k, expected) => {
    expect(addMonthsClamped(anchor, k)).toBe(expected)
  })

  it('count days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysBetween('2026-03-01', '2026-02-01')).toBe(-28)
    expect([...eachDay('2026-02-27', '2026-03-01')]).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
    expect([...eachDay('2026-03-02', '2026-03-01')]).toEqual([])
  })

  it.each([
    ['2026-06-07', 0, '2026-06-07'],
    ['2026-06-10', 0, '2026-06-07'],
    ['2026-06-07', 1, '2026-06-01'],
    ['2026-06-08', 1, '2026-06-08'],
  ])('the week of %s that begins on weekday %i begins on %s', (date, first, expected) => {
    expect(startOfWeek(date, first)).toBe(expected)
  })
})

describe('weekday keys', () => {
  it.each([
    ['sun', 0],
    ['Sunday', 0],
    ['MON', 1],
    ['tues', 2],
    ['wednesday', 3],
    ['Thu.', 4],
    ['sat', 6],
    ['Fridays', 5],
    ['monkey', null],
    ['sunny', null],
    ['mon-fri', null],
    ['su', null],
    ['day', null],
    ['', null],
  ])('%s is %s', (key, weekday) => {
    expect(weekdayOfKey(key)).toBe(weekday)
  })

  it('are sorted, unique and valid', () => {
    expect(weekdaysOfKeys(['fri', 'Monday', 'mon', 'someday'])).toEqual([1, 5])
    expect(keysOfWeekdays([5, 1])).toEqual(['mon', 'fri'])
    expect(DayKeys.parse(['Saturday', 'sun', 'SUN'])).toEqual(['sun', 'sat'])
    expect(DayKeys.safeParse(['sun', 'nope']).success).toBe(false)
  })
})

describe('times of day', () => {
  it.each([
    [0, '12:00 AM', '00:00'],
    [545, '9:05 AM', '09:05'],
    [720, '12:00 PM', '12:00'],
    [780, '1:00 PM', '13:00'],
    [1439, '11:59 PM', '23:59'],
  ])('%i minutes is %s', (minutes, clock, time) => {
    expect(clockText(minutes)).toBe(clock)
    expect(timeText(minutes)).toBe(time)
    expect(minutesOfTime(time)).toBe(minutes)
  })

  it.each(['9:05', '24:00', '09:60', '', '09:05:00'])('%s is no HH:MM', (text) => {
    expect(minutesOfTime(text)).toBeNull()
    expect(TimeText.safeParse(text).success).toBe(false)
  })

  it('end at 23:59', () => {
    expect(
      [0, 1439, 1440, -1, 1.5].map((minutes) => MinutesOfDay.safeParse(minutes).success),
    ).toEqual([true, true, false, false, false])
  })

  it('moments carry a zone', () => {
    expect(
      [
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00.123-05:00',
        '2026-01-01T00:00:00',
        '2026-01-01',
      ].map((text) => Moment.safeParse(text).success),
    ).toEqual([true, true, false, false])
  })
})

describe('zones', () => {
  it.each([
    ['America/New_York', '2026-03-01T04:59:00Z', '2026-02-28'],
    ['America/New_York', '2026-03-01T05:00:00Z', '2026-03-01'],
    ['Pacific/Honolulu', '2026-03-01T09:59:59Z', '2026-02-28'],
    ['Asia/Tokyo', '2026-02-28T15:00:00Z', '2026-03-01'],
  ])('in %s at %s it is %s', (zone, now, today) => {
    expect(todayIn(zone, now)).toBe(today)
  })

  it.each([
    ['an ordinary winter morning', '2026-01-15', 540, '2026-01-15T14:00:00.000Z'],
    ['an ordinary summer morning', '2026-07-15', 540, '2026-07-15T13:00:00.000Z'],
    ['the minute before the clocks skip', '2026-03-08', 119, '2026-03-08T06:59:00.000Z'],
    ['2:30, which is skipped: 3:30', '2026-03-08', 150, '2026-03-08T07:30:00.000Z'],
    ['the hour after the skip', '2026-03-08', 180, '2026-03-08T07:00:00.000Z'],
    ['1:30, which comes twice: the first', '2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
    ['2:00 after the doubled hour', '2026-11-01', 120, '2026-11-01T07:00:00.000Z'],
    ['midnight', '2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ])('%s in New York', (_, date, minutes, moment) => {
    expect(zonedToUtcIso(date, minutes, 'America/New_York')).toBe(moment)
  })

  it.each([
    ['America/New_York', '2026-03-08', [119, 180], [120, 150, 179]],
    ['America/New_York', '2026-03-07', [120, 150], []],
    ['America/New_York', '2026-11-01', [60, 90, 120], []],
    ['Europe/Berlin', '2026-03-29', [119, 180], [120, 179]],
    ['Australia/Sydney', '2026-10-04', [119, 180], [120, 179]],
    ['Australia/Lord_Howe', '2026-10-04', [119, 150], [120, 149]],
    ['America/Phoenix', '2026-03-08', [120, 150], []],
  ])('in %s on %s there are the minutes %j, and there are not %j', (zone, date, there, skipped) => {
    expect([...there, ...skipped].filter((minutes) => isSkippedTime(date, minutes, zone))).toEqual(
      skipped,
    )
  })

  it('local times round-trip through moments, except in the skipped hour', () => {
    const zones = [
      'America/New_York',
      'America/Los_Angeles',
      'America/Phoenix',
      'Pacific/Honolulu',
      'Pacific/Guam',
      'Europe/Berlin',
      'UTC',
    ]
    const from2020 = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2035-12-31') })
    fc.assert(
      fc.property(
        from2020,
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(...zones),
        (day, minutes, zone) => {
          fc.pre(minutes < 60 || minutes >= 240)
          expect(wallClockIn(zone, zonedToUtcIso(dateOfDay(day), minutes, zone))).toEqual({
            date: dateOfDay(day),
            minutes,
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('changes on the exact second: at midnight, and when clocks go forward', () => {
    const at = (moment: string) => wallClockIn('America/New_York', moment)
    for (const [before, after, expected] of [
      [
        '2026-07-15T03:59:59.999Z',
        '2026-07-15T04:00:00Z',
        [
          { date: '2026-07-14', minutes: 1439 },
          { date: '2026-07-15', minutes: 0 },
        ],
      ],
      [
        '2026-03-08T06:59:59.000Z',
        '2026-03-08T07:00:00Z',
        [
          { date: '2026-03-08', minutes: 119 },
          { date: '2026-03-08', minutes: 180 },
        ],
      ],
    ] as const) {
      expect([at(before), at(after), at(before)]).toEqual([...expected, expected[0]])
      expect(wallClockIn('UTC', after)).not.toEqual(at(after))
    }
    expect(() => at('no moment')).toThrow(RangeError)
  })

  it('knows time zones', () => {
    expect(isTimeZone('America/Denver')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(() => todayIn('Mars/Olympus', '2026-01-01T00:00:00Z')).toThrow(RangeError)
  })
})

it('a date inside a sentence', () => {
  expect(dateText('2027-04-13')).toBe('Tuesday, April 13, 2027')
})

describe('dates and times in Spanish', () => {
  it('are written as the United States write them', () => {
    expect(longDate('2027-04-13', 'es')).toBe('13 de abril de 2027')
    expect(dateText('2027-04-13', 'es')).toBe('martes, 13 de abril de 2027')
    expect([0, 3, 6].map((weekday) => weekdayName(weekday, 'es'))).toEqual([
      'domingo',
      'miércoles',
      'sábado',
    ])
    expect(clockText(545, 'es')).toBe('9:05 a.m.')
    expect(clockText(785, 'es')).toBe('1:05 p.m.')
  })
})
