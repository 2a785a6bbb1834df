import { keepInTab } from '../../app/local.ts'

// A selection is too long for the address. It lasts as long as the tab, so a reload keeps it.
const key = 'fieldhive.chosen-customers'

/** Remembers who an announcement is for while its page opens. */
export const chooseCustomers = (ids: readonly string[]): boolean =>
  keepInTab(key, JSON.stringify(ids))

/** The customers last chosen; null if there are none. */
export function chosenCustomers(): readonly string[] | null {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
  return Array.isArray(kept) && kept.length > 0 ? kept.map(String) : null
}
