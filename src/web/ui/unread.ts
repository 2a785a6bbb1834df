import { intoSight } from './into-sight.ts'

/**
 * Scrolls to the first field with an unreadable date or time, which shows its own error; true if
 * there is one, and then nothing is sent.
 */
export function showUnread(within: Element | null | undefined): boolean {
  const field = [...(within?.querySelectorAll('input') ?? [])].find(
    ({ validity }) => validity.customError,
  )
  field?.focus()
  intoSight(field)
  return field !== undefined
}
