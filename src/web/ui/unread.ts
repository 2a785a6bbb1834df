import { intoSight } from './into-sight.ts'

/** Brings the first field in there whose text says no date or time into sight, where it says so itself; true if there is one: nothing is sent then. */
export function showUnread(within: Element | null | undefined): boolean {
  const field = [...(within?.querySelectorAll('input') ?? [])].find(
    ({ validity }) => validity.customError,
  )
  field?.focus()
  intoSight(field)
  return field !== undefined
}
