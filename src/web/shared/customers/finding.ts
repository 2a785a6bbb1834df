import { phoneText } from '../../../domain/base/contact.ts'
import { wordsNow } from '../../app/words.ts'
import { findWords } from '../../../words/en/find.ts'

/** A search result. */
export type Found = {
  id: string
  name: string
  address: string
  phone_number: string | null
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
  [address, phone_number && phoneText(phone_number)].filter(Boolean).join(' · ') ||
  wordsNow(findWords).noAddress

/** The status below the input. `n`: how many are shown; null while searching. */
export function findingText(
  words: string,
  { failure, isMore, n }: { failure: string | null; isMore: boolean; n: number | null },
): string {
  if (!words) return wordsNow(findWords).hint
  if (failure) return failure
  if (n === null) return wordsNow(findWords).looking
  if (n === 0) return wordsNow(findWords).none(words)
  if (isMore) return wordsNow(findWords).first(n)
  return wordsNow(findWords).count(n)
}
