import { readCadence } from '../base/cadence-text.ts'
import { stateCodeOf } from '../base/contact.ts'
import { namesStreet } from './import-address.ts'
import { emailsIn, phonesIn } from './import-values.ts'
import { namingFields, type ImportField, type ImportTarget } from './import.ts'

// What a column is by its values, where its header does not say.

/** Whose addresses and numbers are not the customer's, and whose rhythm is not the work's. */
const others =
  /fax|assigned|employee|rep\b|sales|technician|created|updated|owner|sender|driver|vendor|user|bill|invoice|pay|terms|report/i

const looks: readonly [ImportField, (value: string) => boolean][] = [
  ['email', (value) => emailsIn(value).emails.length > 0],
  ['phone', (value) => /[\d)]\D/.test(value) && phonesIn(value).phones.length > 0],
  // 'Ms.' is not in Mississippi.
  ['state', (value) => !value.includes('.') && stateCodeOf(value) !== null],
  ['zip', (value) => /^\d{5}(?:-\d{4})?$/.test(value)],
  ['street', namesStreet],
  ['interval', (value) => /\p{L}/u.test(value) && 'parts' in readCadence(value)],
]
/** 'Ann Lee', 'María de la Cruz'. */
const isName = (value: string): boolean =>
  /^\p{Lu}[\p{L}'’.-]+(?: (?:\p{L}[\p{L}'’.-]*|&)){1,4}$/u.test(value)

/** A field that several columns may have; of the others, a column whose header names it is the one. */
const isShared = (field: ImportField): boolean => field === 'email' || field === 'phone'

/** What the values of a column say it is, beside what is known of the other columns. */
export function byLook(
  header: string,
  values: readonly string[],
  found: readonly (ImportTarget | null)[],
): ImportTarget | null {
  if (!values.length || others.test(header)) return null
  const has = (...fields: readonly ImportField[]) =>
    found.some((target) => target && fields.includes(target.field))
  const look = looks.find(
    ([field, is]) => (isShared(field) || !has(field)) && values.every((value) => is(value)),
  )?.[0]
  // Five digits and a state's letters are anything without an address beside them.
  const isPart = look === 'zip' || look === 'state'
  if (look && (!isPart || has('street', 'city'))) return { field: look, place: 1 }
  const isNames = values.filter(isName).length >= values.length * 0.8
  return isNames && !has(...namingFields) && new Set(values).size >= values.length * 0.8
    ? { field: 'name', place: 1 }
    : null
}
