import { describe, expect, it } from 'vitest'
import { amountText, Applied, NewProduct } from './product.ts'

describe('NewProduct', () => {
  it.each([
    ['524-475', true],
    ['524-475-10404', true],
    [' 524-475 ', true],
    [null, true],
    ['524475', false],
    ['EPA 524-475', false],
    ['', false],
  ])('%j as EPA number: %s', (epa_number, fits) =>
    expect(NewProduct.safeParse({ name: 'Weed B Gon', unit: 'gal', epa_number }).success).toBe(
      fits,
    ),
  )
})

describe('Applied', () => {
  const given = {
    product_id: '0190aaaa-0000-7000-8000-000000000001',
    product_name: 'Weed B Gon',
    amount: 2.5,
    unit: 'gal' as const,
  }
  it.each([
    [{}, true],
    [{ wind_mph: 4, temperature_f: 71, area: 'Back lawn' }, true],
    [{ amount: 0 }, false],
    [{ unit: 'buckets' }, false],
    [{ wind_mph: 151 }, false],
    [{ wind_mph: -1 }, false],
    [{ temperature_f: -61 }, false],
  ])('%j: %s', (more, fits) => expect(Applied.safeParse({ ...given, ...more }).success).toBe(fits))
  it('says what is wrong with the wind', () =>
    expect(Applied.safeParse({ ...given, wind_mph: -6 }).error?.issues[0]?.message).toBe(
      'Enter at least 0.',
    ))
  it('says how much', () => expect(amountText(given)).toBe('2.5 gal'))
})
