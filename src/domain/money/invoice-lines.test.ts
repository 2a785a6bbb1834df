import { describe, expect, it } from 'vitest'
import { parseQuantity } from './invoice-lines.ts'

describe('parseQuantity', () => {
  it.each([
    ['1', 1],
    [' 2.5 ', 2.5],
    ['2,5', 2.5],
    ['1,500', 1500],
    ['12,345.25', 12345.25],
    ['0', null],
    ['', null],
    ['-1', null],
    ['1.005', null],
    ['1,50,000', null],
    ['one', null],
    ['100000', null],
  ])('reads %j as %j', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity)
  })
})
