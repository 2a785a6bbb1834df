import { describe, expect, it } from 'vitest'
import { readDuration, readStart } from './hours-text.ts'

const day = { first: 480, last: 1020 }

describe('when work starts, as people write it', () => {
  it.each<[string, number | null]>([
    ['8:00 AM - 10:00 AM', 480],
    ['8am', 480],
    ['9a', 540],
    ['9 A.M.', 540],
    ['12:15 a.m.', 15],
    ['13:30', 810],
    ['0900', 540],
    ['0600', 360],
    ['1430', 870],
    ['noon', 720],
    ['12 Noon - 2 PM', 720],
    ['12 - 2 PM', 720],
    // The end says which half of the day it is, as far as the start is before it.
    ['1:00 - 3:00 PM', 780],
    ['8:30 - 10:00 PM', 1230],
    ['11 - 1 PM', 660],
    ['10:00 to 1:00 PM', 600],
    ['8–10am', 480],
    ['7-9', 420],
    ['1 - 3', 780],
    // Nearest to the hours.
    ['7', 420],
    ['7:30', 450],
    ['2', 840],
    ['5:30', 1050],
    ['9 o’clock', 540],
    ['at 9:15', 555],
    ['4/7/2026 9:00 AM', 540],
    ['09:00:00', 540],
    ['25:00', null],
    ['Morning', null],
    ['after lunch', null],
    ['9 or 10', null],
    ['8:00 AM & 2:00 PM', null],
    ['13 am', null],
    ['', null],
  ])('%s', (text, minutes) => expect(readStart(text, day)).toBe(minutes))

  it.each([
    ['7', { first: 1080, last: 1380 }, 1140],
    ['10', { first: 1080, last: 1380 }, 1320],
    ['7', { first: 420, last: 1200 }, 420],
  ])('%s near other hours', (text, hours, minutes) => expect(readStart(text, hours)).toBe(minutes))
})

describe('how long work takes', () => {
  it.each<[string, string, number | null]>([
    ['90', 'Minutes', 90],
    ['1:30', 'Minutes', 90],
    ['1.5 hours', 'Minutes', 90],
    ['45 min', 'Minutes', 45],
    ['2 min', 'Duration', 2],
    ['0', 'Minutes', null],
    ['1h 30m', 'Minutes', 90],
    ['1 hr 30 min', 'Minutes', 90],
    ['2 hours and 5 minutes', 'Minutes', 125],
    ['1h 75', 'Minutes', null],
    ['1.5', 'Budgeted Hours', 90],
    ['0.75', 'Hrs', 45],
    ['5', 'Duration', 5],
    ['soon', 'Duration', null],
  ])('%s in a column %s', (text, column, minutes) =>
    expect(readDuration(text, column)).toBe(minutes),
  )
  it.each(['1.5', '0.75', '2', '4', '7.5'])('%s could be hours or minutes', (text) =>
    expect(readDuration(text, 'Duration')).toBe('unsure'),
  )
})
