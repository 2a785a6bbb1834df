import { describe, expect, it } from 'vitest'
import { ContactPatch, NewCustomer } from '../customers/contact-fields.ts'
import { nameLine } from './name.ts'
import { NameText } from '../flows/signup.ts'

describe('a name', () => {
  it.each([
    ['  Ann \n Lee\t', 'Ann Lee'],
    ['שלום עליכם', 'שלום עליכם'],
    ['می‌خواهم', 'می‌خواهم'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧 Family'],
    ['Ann \u202Eeel\u202C', 'Ann eel'],
    ['\u2067Ann\u2069', 'Ann'],
    ['A\u200bnn', 'Ann'],
    ['\u200b \u200f\u200d', ''],
    ['A\u0000nn', 'A nn'],
    ['Jose\u0301 Mun\u0303oz', 'José Muñoz'],
    ['Nguye\u0302\u0303n Va\u0306n', 'Nguyễn Văn'],
  ])('%j is saved as %j', (typed, kept) => expect(nameLine(typed)).toBe(kept))

  it('is normalized by the office’s form and the sign-up; an invisible one is empty', () => {
    expect(NewCustomer.parse({ name: 'Ann\n\u202eLee' }).name).toBe('Ann Lee')
    expect(ContactPatch.parse({ name: ' Ann\u2066 Lee' }).name).toBe('Ann Lee')
    expect(ContactPatch.parse({ name: '\u200b' }).name).toBeNull()
    expect(NameText.parse('Ann\r\nLee')).toBe('Ann Lee')
    expect(NewCustomer.safeParse({ name: '\u200b' }).error?.issues[0]?.message).toBe('Enter a name')
  })
})
