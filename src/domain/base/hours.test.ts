import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, dayNames, timeText } from './dates.ts'
import {
  allClosed,
  type BusinessHours,
  closingMessage,
  copyMondayToFriday,
  hoursForOnboarding,
  hoursForPublic,
  hoursForSettings,
  hoursProblems,
  missingTimeMessage,
  noHours,
  OnboardingHours,
  openWeekdays,
  parseHours,
  parseHoursEntry,
  startEntry,
  PublicHours,
  SettingsHours,
  startSlots,
  timeMessage,
  type DayHours,
} from './hours.ts'

const minutesOf = (
  text: string,
  options?: Parameters<typeof parseHoursEntry>[1],
): number | string => {
  const entry = parseHoursEntry(text, options)
  return entry.ok ? entry.minutes : entry.message
}

describe('parseHoursEntry', () => {
  it.each<[string, number | string]>([
    ['9', 540],
    ['930', 570],
    ['9:30', 570],
    ['0930', 570],
    ['14:30', 870],
    ['1430', 870],
    ['9:30 pm', 1290],
    ['9pm', 1260],
    ['9 P.M.', 1260],
    ['9a', 540],
    ['0', 0],
    ['12', 720],
    ['12 am', 0],
    ['12:15 AM', 15],
    ['12 pm', 720],
    ['13', 780],
    ['23:59', 1439],
    [' 8:00 AM ', 480],
    ['24', timeMessage],
    ['24:00', timeMessage],
    ['9:60', timeMessage],
    ['960', timeMessage],
    ['13 am', timeMessage],
    ['nine', timeMessage],
    ['', timeMessage],
    ['9:3', timeMessage],
    ['-9', timeMessage],
    ['99999', timeMessage],
  ])('%s opens at %s', (text, expected) => {
    expect(minutesOf(text)).toBe(expected)
  })

  it.each<[string, number | null, number | string]>([
    ['5', 540, 1020],
    ['5:30', 540, 1050],
    ['530', 540, 1050],
    ['17', 540, 1020],
    ['5 pm', 540, 1020],
    ['10', 540, 600],
    ['9', 540, 1260],
    ['12', 540, 720],
    ['5 am', 540, closingMessage],
    ['8', 1260, closingMessage],
    ['12', 780, closingMessage],
    ['0', 540, closingMessage],
    ['13:00', 840, closingMessage],
    ['5', null, 300],
    // After midnight, only where it cannot be a slip.
    ['2 am', 1080, 1560],
    ['02:00', 1080, 1560],
    ['6:30 AM', 1320, 1830],
    ['12 am', 540, 1440],
    ['00:00', 540, 1440],
    ['2', 1080, closingMessage],
    ['1 pm', 1080, closingMessage],
  ])('%s closes a day opened at %s at %s', (text, opens_minutes, expected) => {
    expect(minutesOf(text, { closing: true, opens_minutes })).toBe(expected)
  })

  it.each<[string, readonly number[], number | string]>([
    ['8', [480, 1020], 480],
    ['8:30a', [480, 1020], 510],
    ['2pm', [480, 1020], 840],
    ['14:00', [480, 1020], 840],
    ['2', [480, 1020], 840],
    // Half an hour before the first slot is nearer than hours after the last.
    ['7', [450, 1020], 420],
    ['7:00', [480, 1020], 420],
    ['730', [480, 1020], 450],
    ['5:30', [480, 1020], 1050],
    ['7:30 am', [480, 1020], 450],
    ['7', [420, 1020], 420],
    ['7', [1080, 1380], 1140],
    ['02:00', [480, 1020], 120],
    ['12', [480, 1020], 720],
    ['12', [], 720],
    ['12a', [480, 1020], 0],
    ['0', [480, 1020], 0],
    ['3', [0, 1425], 180],
    ['noonish', [480, 1020], timeMessage],
    ['25:00', [480, 1020], timeMessage],
  ])('%s, with slots from and to %s, starts at %s', (text, slots, expected) => {
    const entry = startEntry(text, slots)
    expect(entry.ok ? entry.minutes : entry.message).toBe(expected)
  })

  it('parses what we format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        expect(minutesOf(clockText(minutes))).toBe(minutes)
        expect(minutesOf(timeText(minutes))).toBe(minutes)
        expect(startEntry(clockText(minutes), [480, 1020])).toEqual({ ok: true, minutes })
      }),
    )
  })

  it('never closes at or before opening time', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.integer({ min: 0, max: 1439 }),
        (text, opens_minutes) => {
          const entry = parseHoursEntry(text, { closing: true, opens_minutes })
          expect(!entry.ok || (entry.minutes > opens_minutes && entry.minutes <= 2160)).toBe(true)
        },
      ),
    )
  })
})

const anyDay = fc
  .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }), fc.boolean())
  .map(([a, b, is_closed]) => ({
    opens_minutes: Math.min(a, b - 1),
    closes_minutes: Math.max(a + 1, b),
    is_closed,
  }))
const unsetDay = fc.constant({ opens_minutes: null, closes_minutes: null, is_closed: true })
const weeks = fc
  .array(fc.oneof(anyDay, unsetDay), { minLength: 7, maxLength: 7 })
  .map((days): BusinessHours => days.map((day, weekday) => ({ ...day, weekday })))

describe('the three sets of day keys', () => {
  it('each round-trips the hours', () => {
    fc.assert(
      fc.property(weeks, (hours) => {
        for (const shown of [
          hoursForPublic(hours),
          hoursForOnboarding(hours),
          hoursForSettings(hours),
        ]) {
          expect(Object.keys(shown)).toHaveLength(7)
          expect(parseHours(shown)).toEqual(hours)
        }
        expect(parseHours(hours)).toEqual(hours)
        expect(PublicHours.parse(hoursForPublic(hours))).toEqual(hoursForPublic(hours))
        expect(SettingsHours.parse(hoursForSettings(hours))).toEqual(hoursForSettings(hours))
        expect(OnboardingHours.parse(hoursForOnboarding(hours))).toEqual(hoursForOnboarding(hours))
      }),
    )
  })

  it('convert into one another', () => {
    fc.assert(
      fc.property(weeks, (hours) => {
        expect(
          parseHours(
            hoursForPublic(parseHours(hoursForSettings(parseHours(hoursForOnboarding(hours))))),
          ),
        ).toEqual(hours)
      }),
    )
  })

  it('parse in any case, with any day prefix and any field name', () => {
    const spelling = fc.record({
      letters: fc.integer({ min: 3, max: 9 }),
      upper: fc.boolean(),
      open: fc.constantFrom('open', 'start', 'open_time', 'from'),
      close: fc.constantFrom('close', 'end', 'close_time', 'to'),
      time: fc.constantFrom(
        timeText,
        clockText,
        (minutes: number) => `${timeText(minutes)}:00`,
        (minutes: number) => timeText(minutes).replace(':', ''),
      ),
      closed: fc.constantFrom<readonly [unknown, unknown]>(
        [true, false],
        ['true', 'false'],
        ['1', '0'],
        ['TRUE', 'False'],
        [1, 0],
      ),
    })
    fc.assert(
      fc.property(weeks, fc.array(spelling, { minLength: 7, maxLength: 7 }), (hours, spellings) => {
        const allDays = Object.fromEntries(
          hours.map(({ weekday, opens_minutes, closes_minutes, is_closed }) => {
            const { letters, upper, open, close, time, closed } = spellings[weekday]!
            const key = dayNames[weekday]!.slice(0, letters)
            return [
              upper ? key.toUpperCase() : key.toLowerCase(),
              {
                ...(opens_minutes === null ? {} : { [open]: time(opens_minutes) }),
                ...(closes_minutes === null ? {} : { [close]: time(closes_minutes) }),
                closed: closed[is_closed ? 0 : 1],
              },
            ]
          }),
        )
        expect(parseHours(allDays)).toEqual(hours)
        // A day with neither times nor `closed` is closed; one with times is open.
        const undecided = Object.fromEntries(
          Object.entries(allDays).map(([key, day]) => [key, { ...day, closed: undefined }]),
        )
        expect(parseHours(undecided)).toEqual(
          hours.map((day) => ({
            ...day,
            is_closed: day.opens_minutes === null && day.closes_minutes === null,
          })),
        )
      }),
    )
  })

  it('keep their order and format', () => {
    const hours = parseHours({ mon: { open: '9', close: '5' } })
    expect(Object.keys(hoursForPublic(hours))).toEqual([
      'sun',
      'mon',
      'tue',
      'wed',
      'thu',
      'fri',
      'sat',
    ])
    expect(Object.keys(hoursForSettings(hours))).toEqual([
      'mon',
      'tue',
      'wed',
      'thu',
      'fri',
      'sat',
      'sun',
    ])
    expect(Object.keys(hoursForOnboarding(hours))).toEqual([
      'sunday',
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
      'saturday',
    ])
    expect(hoursForPublic(hours).mon).toEqual({ open: '09:00', close: '17:00', closed: false })
    expect(hoursForOnboarding(hours).monday).toEqual({
      open: '9:00 AM',
      close: '5:00 PM',
      closed: false,
    })
    expect(hoursForSettings(hours).sun).toEqual({ open: '', close: '', closed: true })
  })
})

describe('parseHours', () => {
  const monday = (day: unknown): Partial<DayHours> => {
    const { opens_minutes, closes_minutes, is_closed } = parseHours({ MONDAY: day })[1] ?? {}
    return { opens_minutes, closes_minutes, is_closed }
  }
  const open = { opens_minutes: 540, closes_minutes: 1020, is_closed: false }

  it.each([
    ['open and close', { open: '9:00', close: '17:00' }],
    ['start and end', { start: '9', end: '5' }],
    ['open_time and close_time', { open_time: '09:00:00', close_time: '17:00:00' }],
    ['from and to', { from: 9, to: 17 }],
    ['closed as the text false', { open: '9 AM', close: '5 PM', closed: 'false' }],
    ['closed as the text 0', { open: '9 AM', close: '5 PM', closed: '0' }],
  ])('%s', (_, day) => {
    expect(monday(day)).toEqual(open)
  })

  it.each([true, 'true', 'TRUE', '1', 1])('keeps the times when closed as %o', (closed) => {
    expect(monday({ open: '9:00', close: '17:00', closed })).toEqual({ ...open, is_closed: true })
  })

  it('treats a day without times as closed', () => {
    expect(monday({})).toEqual({ opens_minutes: null, closes_minutes: null, is_closed: true })
    expect(monday({ open: '', close: '' })).toEqual({
      opens_minutes: null,
      closes_minutes: null,
      is_closed: true,
    })
    expect(parseHours(null)).toEqual(noHours())
    expect(parseHours({ mon: 'closed', holiday: { open: '9' } })).toEqual(noHours())
  })

  it.each([
    ['only one time', { open: '9:00' }, missingTimeMessage],
    ['only a closing time', { close: '17:00' }, missingTimeMessage],
    ['open without times', { closed: false }, missingTimeMessage],
    ['closing before opening', { open: '9:00 AM', close: '8:00 AM' }, missingTimeMessage],
  ])('%s stays open and is reported', (_, day, message) => {
    expect(monday(day).is_closed).toBe(false)
    expect(hoursProblems(parseHours({ mon: day }))).toEqual([{ weekday: 1, message }])
  })

  it('reports stored hours that close before opening', () => {
    const hours = noHours().map((day) =>
      day.weekday === 2
        ? { ...day, opens_minutes: 600, closes_minutes: 600, is_closed: false }
        : day,
    )
    expect(hoursProblems(hours)).toEqual([{ weekday: 2, message: closingMessage }])
  })
})

describe('a week', () => {
  const week = parseHours({
    mon: { open: '8', close: '6' },
    wed: { closed: true },
    sat: { open: '10', close: '14:00' },
  })

  it('has open days', () => {
    expect(openWeekdays(week)).toEqual([1, 6])
    expect(allClosed(week)).toBe(false)
    expect(allClosed(noHours())).toBe(true)
  })

  it('copies Monday to Friday', () => {
    const copied = copyMondayToFriday(week)
    expect(openWeekdays(copied)).toEqual([1, 2, 3, 4, 5, 6])
    expect(copied[5]).toEqual({ ...week[1], weekday: 5 })
    expect(copied[6]).toEqual(week[6])
  })
})

describe('startSlots', () => {
  const week = parseHours({
    mon: { open: '8', close: '10:00' },
    tue: { closed: true },
    wed: { open: '9' },
  })
  it.each<[string, number, { slot_minutes?: number; duration_minutes?: number }, number[]]>([
    ['the closing time itself without a duration', 1, { slot_minutes: 60 }, [480, 540, 600]],
    ['room for the work', 1, { slot_minutes: 30, duration_minutes: 60 }, [480, 510, 540]],
    ['no slots if nothing fits', 1, { duration_minutes: 121 }, []],
    ['nothing on a closed day', 2, {}, []],
    ['the default on a day with incomplete hours', 3, { slot_minutes: 540 }, [480, 1020]],
  ])('%s', (_, weekday, options, slots) => {
    expect(startSlots(week, weekday, options)).toEqual(slots)
  })

  const nights = parseHours({
    thu: { open: '6 PM', close: '2 AM' },
    fri: { open: '10 PM', close: '1 AM' },
  })
  it.each<[string, number, number | undefined, number[]]>([
    ['until midnight on the evening itself', 4, undefined, [1080, 1140, 1200, 1260, 1320, 1380]],
    ['the rest of the night before, then the evening', 5, undefined, [0, 60, 120, 1320, 1380]],
    ['work that runs past midnight', 4, 150, [1080, 1140, 1200, 1260, 1320, 1380]],
    ['the rest of the night on a closed day', 6, 30, [0]],
    ['nothing after a closed day', 0, undefined, []],
  ])('by night: %s', (_, weekday, duration_minutes, slots) => {
    expect(
      startSlots(nights, weekday, { slot_minutes: 60, duration_minutes: duration_minutes ?? null }),
    ).toEqual(slots)
  })

  it('without hours, goes from 8:00 to 17:00 in 15-minute steps', () => {
    const slots = startSlots(null, 0)
    expect([slots[0], slots[1], slots.at(-1), slots.length]).toEqual([480, 495, 1020, 37])
  })
})
