import { folded } from '../base/search.ts'
import { isMoreThanStreet, wholeAddressesIn, wholeAddressIn } from './import-address.ts'
import { shown, type Cells } from './import-cells.ts'
import { cut, stateIn, zipIn } from './import-values.ts'
import type { ImportField } from './import.ts'

/** An address as far as it could be read. */
export type ImportedPlace = {
  row: number
  label: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  notes: string | null
}

/** The addresses in a row's columns of one place: several if its cells are lists, or name whole ones. */
export function placesOf(cells: Cells, place: number): ImportedPlace[] {
  const more = cells.all('street2', place).map(({ text }) => text)
  const [label, notes] = [cells.first('label', place), cells.first('place_notes', place)]
  return cells.lists(['street', 'city', 'state', 'zip'], place).flatMap((parts, at) => {
    const street = streetLines(cells, parts.street, at === 0 ? more : [])
    if (!street && !parts.city && !parts.zip) return []
    const whole = parts.city || parts.state || parts.zip ? null : wholeAddressesIn(street)
    const about = { label, notes: at === 0 ? notes : '' }
    return (whole ?? [{ ...parts, street }]).map((one) => addressOf(cells, one, about))
  })
}

/** A customer's billing address. */
export function billingPlace(cells: Cells): ImportedPlace[] {
  const more = cells.all('billing_street2').map(({ text }) => text)
  const parts = {
    street: streetLines(cells, cells.first('billing_street'), more),
    city: cells.first('billing_city'),
    state: cells.first('billing_state'),
    zip: cells.first('billing_zip'),
  }
  return parts.street || parts.city || parts.zip
    ? [addressOf(cells, parts, { label: '', notes: '' })]
    : []
}

/** A billing address beside the place of the work, and another one than it. */
export function billingNote(
  [bill]: readonly ImportedPlace[],
  where: readonly ImportedPlace[],
): string[] {
  if (!bill || where.some(({ street }) => folded(street ?? '') === folded(bill.street ?? '')))
    return []
  const { street, city, state, zip } = bill
  return [
    `Billing address: ${[street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}`,
  ]
}

const names = ['name', 'company'] as const satisfies ImportField[]

/** Street lines in their order, without one that only says who lives there. */
function streetLines(cells: Cells, first: string, more: readonly string[]): string {
  const who = [
    ...names.map((field) => cells.first(field)),
    `${cells.first('first_name')} ${cells.first('last_name')}`,
  ].map((name) => folded(name))
  const lines = [first, ...more].filter(Boolean)
  return lines
    .filter((line, at) => at > 0 || lines.length === 1 || !who.includes(folded(line)))
    .join(', ')
}

type Parts = Record<'street' | 'city' | 'state' | 'zip', string>

function addressOf(
  { row, doubt }: Cells,
  given: Parts,
  { label, notes }: { label: string; notes: string },
): ImportedPlace {
  const isWhole = !given.city && !given.state && !given.zip
  const parts = (isWhole && wholeAddressIn(given.street)) || given
  if (isWhole && parts === given && isMoreThanStreet(given.street))
    doubt(`${shown(given.street)} is kept as the street: what is the city in it is not clear.`)
  const state = parts.state ? stateIn(parts.state) : null
  const zip = parts.zip ? zipIn(parts.zip) : null
  for (const [text, value, what] of [
    [parts.state, state, 'state'],
    [parts.zip, zip, 'ZIP code'],
  ] as const)
    if (text && value === null)
      doubt(`${shown(text)} is not a ${what} we know. The address is kept without it.`)
  return {
    row,
    label: cut(label, 80) || null,
    street: cut(parts.street, 200) || null,
    city: cut(parts.city, 100) || null,
    state,
    zip,
    notes: notes || null,
  }
}
