import { describe, expect, it } from 'vitest'
import { greenAcres } from '../demo/data.ts'
import { isOpen, planFuller, rainyDay } from '../demo/fuller-plan.ts'
import { addDays, weekdayOf, type LocalDate } from '../src/domain/base/dates.ts'

const starts = ['2027-06-06', '2027-02-25', '2027-11-29', '2028-02-28']
const days = starts.flatMap((start) => Array.from({ length: 7 }, (_, n) => addDays(start, n)))
const isClosed = (date: LocalDate) => greenAcres.hours[weekdayOf(date)]![1] === 0

describe('the plan of the fuller demo', () => {
  it.each(days)('on %s', (today) => {
    const plan = planFuller(today)
    const { working, byDay, customers, visits, bills, months } = plan
    expect(isOpen(plan)).toBe(!isClosed(today))
    expect(greenAcres.customers.length + customers.length).toBeGreaterThanOrEqual(40)
    // One is held on each of the first days, another called off.
    for (const at of [0, 1]) expect(byDay[at]!.length).toBeGreaterThanOrEqual(12)
    expect(byDay[rainyDay]!.length).toBeGreaterThanOrEqual(2)
    const teamOf = (key: string) => customers.find((one) => one.key === key)!.team
    for (const at of [0, 1]) expect(new Set(byDay[at]!.map(teamOf)).size).toBe(3)
    for (const date of [...working, ...visits.map((visit) => visit.date)])
      expect(isClosed(date)).toBe(false)
    expect(visits.every(({ date }) => date < today && date >= months[0]!)).toBe(true)
    expect(
      bills.every(({ issued_on, paid_on }) => issued_on < today && (paid_on ?? '') <= today),
    ).toBe(true)
    const lately = visits.filter(({ date, is }) => date >= addDays(today, -2) && is === 'completed')
    expect(lately.length).toBeGreaterThanOrEqual(3)
    for (const month of months.slice(0, 6))
      expect(bills.some(({ issued_on }) => issued_on.startsWith(month.slice(0, 7)))).toBe(true)
  })

  it('names each customer once', () => {
    const { customers } = planFuller(days[0]!)
    const all = [...greenAcres.customers, ...customers]
    const twice = (values: string[]) =>
      values.filter((one, at) => one && values.indexOf(one) !== at)
    expect(twice(all.map(({ key }) => key))).toEqual([])
    expect(twice(all.map(({ email }) => email))).toEqual([])
    expect(twice(all.map(({ phone }) => phone))).toEqual([])
  })
})
