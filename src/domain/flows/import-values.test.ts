import { describe, expect, it } from 'vitest'
import { wholeAddressesIn, wholeAddressIn } from './import-address.ts'
import {
  centsIn,
  dateIn,
  dayOrderOf,
  emailsIn,
  phoneIn,
  phonesIn,
  plainCell,
  lineItemsCents,
  serviceIn,
  stateIn,
  zipIn,
} from './import-values.ts'

describe('a cell of another program is read as', () => {
  it.each([
    ['="52"', '52'],
    ["'=SUM(A1)", '=SUM(A1)'],
    ['=SUM(A1)', '=SUM(A1)'],
    [' x ', 'x'],
    ["'til late", "'til late"],
  ])('text: %s', (cell, text) => expect(plainCell(cell)).toBe(text))

  it.each([
    ['(919) 555-2134', '+19195552134'],
    ['9195552134.0', '+19195552134'],
    ['1-919-555-2134 x12', '+19195552134;ext=12'],
    ['+44 20 7946 0958', '+442079460958'],
    ['0000000000', null],
    ['555-2134', null],
    ['call Ann', null],
  ])('a phone number: %s', (cell, phone) => expect(phoneIn(cell)).toBe(phone))

  it.each([
    ['919/234-1011', ['+19192341011'], []],
    ['(919) 234-1007;9192341008', ['+19192341007', '+19192341008'], []],
    ['9192341007,9192341008', ['+19192341007', '+19192341008'], []],
    ['(919) 234-1007 x89; 919.234.1008', ['+19192341007;ext=89', '+19192341008'], []],
    ['919-234-1007 & 919-234-1008 cell', ['+19192341007', '+19192341008'], []],
    ['9192341007 / (919) 234-10001', ['+19192341007'], ['(919) 234-10001']],
    ['H: 919-234-1006 C: 919-234-1007', ['+19192341006', '+19192341007'], []],
    ['919-234-1008 wife Kim', ['+19192341008'], []],
    ['919-234-1008 apt 4', [], ['919-234-1008 apt 4']],
    ['call Ann', [], ['call Ann']],
  ])('phone numbers: %s', (cell, phones, wrong) =>
    expect(phonesIn(cell)).toEqual({ phones, wrong }),
  )

  it.each([
    ['Ana Lee <ana@mail.example>,', ['ana@mail.example'], []],
    ['ana@mail.example ::: bo@mail.example', ['ana@mail.example', 'bo@mail.example'], []],
    ['ana@mail..example', [], ['ana@mail..example']],
  ])('pasted email addresses: %s', (cell, emails, wrong) =>
    expect(emailsIn(cell)).toEqual({ emails, wrong }),
  )

  it('email addresses, and what is none', () =>
    expect(emailsIn('a@x.com, b@y.org; bob@')).toEqual({
      emails: ['a@x.com', 'b@y.org'],
      wrong: ['bob@'],
    }))

  it.each([
    ['$1,234.50', 123450],
    ['(50.00)', -5000],
    ['-50', -5000],
    // QuickBooks may write negative amounts so.
    ['1,050.25-', -105025],
    ['12.50 CR', -1250],
    ['12.50 DR', 1250],
    ['5-0', null],
    ['USD 12', 1200],
    ['12.3400', 1234],
    ['12.345', null],
    ['0', 0],
    ['free', null],
    ['99999999999', null],
  ])('an amount: %s', (cell, cents) => expect(centsIn(cell)).toBe(cents))

  it.each([
    ['Apr 02, 2026', '2026-04-02'],
    ['Thu, April 2nd 2026', '2026-04-02'],
    ['4/2/2026', '2026-04-02'],
    ['4/2/26 09:00', '2026-04-02'],
    ['30/4/2026', '2026-04-30'],
    ['2026-04-02T09:00:00Z', '2026-04-02'],
    ['46114', '2026-04-02'],
    ['2 Apr 2026', '2026-04-02'],
    ['2-Apr-26', '2026-04-02'],
    ['02-Apr-2026', '2026-04-02'],
    ['2/30/2026', null],
    ['soon', null],
  ])('a day: %s', (cell, day) => expect(dateIn(cell)).toBe(day))

  it.each<[string[], string[]]>([
    // A number above twelve decides for the whole column.
    [
      ['13/12/2026', '08/12/2026'],
      ['2026-12-13', '2026-12-08'],
    ],
    [
      ['12/13/2026', '08/12/2026'],
      ['2026-12-13', '2026-08-12'],
    ],
    [['08/12/2026'], ['2026-08-12']],
    [['08.12.2026'], ['2026-12-08']],
    [
      ['12.13.2026', '8.12.2026'],
      ['2026-12-13', '2026-08-12'],
    ],
    [
      ['13/12/2026', '12/13/2026', '7/7/2026'],
      ['2026-12-13', '2026-12-13', '2026-07-07'],
    ],
  ])('days of a column in one order: %o', (cells, days) =>
    expect(cells.map((cell) => dateIn(cell, '', dayOrderOf(cells)))).toEqual(days),
  )
  it('a day that a mixed column leaves open is none', () =>
    expect(dateIn('08/12/2026', '', dayOrderOf(['13/12/2026', '12/13/2026']))).toBeNull())

  it.each([
    ['Florida (Pelican Preserve)', 'FL'],
    ['nc', 'NC'],
    ['Ontario', null],
  ])('a state: %s', (cell, state) => expect(stateIn(cell)).toBe(state))

  it.each([
    ['1 Oak St, Raleigh, NC 27601', '1 Oak St', 'Raleigh', 'NC', '27601'],
    [
      '1 Oak St\nApt 4\nWinston Salem NC 27101-1234',
      '1 Oak St, Apt 4',
      'Winston Salem',
      'NC',
      '27101',
    ],
    ['1 Oak St, Raleigh, North Carolina, 27601, USA', '1 Oak St', 'Raleigh', 'NC', '27601'],
    ['1 Oak St, Raleigh, NC 27601, United States', '1 Oak St', 'Raleigh', 'NC', '27601'],
    ['44 Main St • Raleigh, North Carolina 27601', '44 Main St', 'Raleigh', 'NC', '27601'],
    ['1 Oak St, Washington, D.C. 20001 U.S.', '1 Oak St', 'Washington', 'DC', '20001'],
    ['12 Elm St Raleigh NC 27601', '12 Elm St', 'Raleigh', 'NC', '27601'],
    [
      '14 Elm St Apt 4 Wake Forest North Carolina 27587-1234 USA',
      '14 Elm St Apt 4',
      'Wake Forest',
      'NC',
      '27587',
    ],
    [
      '9 N. 5th Ave. SW Charleston West Virginia 25301',
      '9 N. 5th Ave. SW',
      'Charleston',
      'WV',
      '25301',
    ],
    ['8 Oak Ave, St. Louis MO 63101', '8 Oak Ave', 'St. Louis', 'MO', '63101'],
  ])('a whole address: %s', (cell, street, city, state, zip) =>
    expect(wholeAddressIn(cell)).toEqual({ street, city, state, zip }),
  )
  it.each([
    '1 Oak St',
    '12 Highway 27601',
    '1 Oak St, Toronto, ON M5V 2T6',
    '1 Oak St, NC 27601',
    '100 Broadway New York NY 10001',
    // 'Oak Ave St.' in Louis?
    '8 Oak Ave St. Louis MO 63101',
  ])('no whole address: %s', (cell) => expect(wholeAddressIn(cell)).toBeNull())
  it('several whole addresses in one cell', () => {
    const both = '12 Elm St, Raleigh, NC 27601; 14 Oak St, Cary, NC 27511'
    expect(wholeAddressesIn(both)?.map(({ street }) => street)).toEqual(['12 Elm St', '14 Oak St'])
    expect(wholeAddressesIn('12 Elm St; 14 Oak St, Cary, NC 27511')).toBeNull()
  })

  it.each([
    ['33957 (Gulfside Place)', '33957'],
    ['2139', '02139'],
    ['27701-1234', '27701'],
    ['27701.0', '27701'],
    ['SW1A 1AA', null],
  ])('a ZIP code: %s', (cell, zip) => expect(zipIn(cell)).toBe(zip))

  it.each([
    ['Mowing (1, $45.00), Edging (1, $10.00)', 'Mowing'],
    ['Trim, shape (large) x 2', 'Trim'],
    ['Weed control x 2', 'Weed control'],
  ])('a service: %s', (cell, name) => expect(serviceIn(cell)).toBe(name))

  it.each([
    ['Mowing (1, $52.00)', 5200],
    ['Mowing (1, $45.00), Edging (1, $10.50)', 5550],
    ['Mowing (1.0, $1,045.00)', 104_500],
    ['Mowing (2, $45.00)', null],
    ['Mowing (1, $45.00), Edging (3, $10.00)', null],
    ['Mowing (1, -$5.00)', null],
    ['Mowing (front and back)', null],
    ['Mowing', null],
    ['', null],
  ])('the price of line items: %s', (cell, cents) => expect(lineItemsCents(cell)).toBe(cents))
})
