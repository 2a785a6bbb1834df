import { phoneText } from '../../domain/contact.ts'
import type { CustomerStatus } from '../../domain/customer.ts'

/** A search result. */
export type Found = {
  id: string
  name: string
  address: string
  phone_number: string | null
  status: CustomerStatus
}

/** The index of the selected result; the first one by default. */
export const placeOf = (chosen: string | null, shown: readonly { id: string }[]): number =>
  Math.max(
    0,
    shown.findIndex((one) => one.id === chosen),
  )

/** The result an arrow key moves to, wrapping around; undefined for other keys or without results. */
export function stepTo<T>(key: string, at: number, shown: readonly T[]): T | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  return step ? shown[(at + step + shown.length) % shown.length] : undefined
}

/** '14 Boylan Ave, Raleigh · (919) 555-0101' */
export const reachText = ({
  address,
  phone_number,
}: Pick<Found, 'address' | 'phone_number'>): string =>
  [address, phone_number && phoneText(phone_number)].filter(Boolean).join(' · ') || 'No address'

/** The status below the input. `n`: how many are shown; null while searching. */
export function findingText(
  words: string,
  { failure, isMore, n }: { failure: string | null; isMore: boolean; n: number | null },
): string {
  if (!words) return 'Type part of a name, address or number. Typos are OK.'
  if (failure) return failure
  if (n === null) return 'Looking…'
  if (n === 0) return `No one found for “${words}”.`
  if (isMore) return `The first ${n}. Type more to find others.`
  return n === 1 ? 'One customer' : `${n} customers`
}
