import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../app/client.ts'

/** A form's general error, from `useActionForm`; renders nothing without one. */
export const FormProblem = ({ text }: { text: string | null }) =>
  text && (
    <Alert ref={intoSight} color="red" variant="light" role="alert">
      {text}
    </Alert>
  )

/** A long form on a phone is submitted from its bottom, where an error above would not be seen. */
export const intoSight = (element: Element | null | undefined): void =>
  element?.scrollIntoView({ block: 'center' })

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

/** Error messages by field name. */
export type FormErrors = Record<string, ReactNode>

/** The server's `fields` as form errors. */
export function fieldErrors(
  error: unknown,
  names: Partial<Record<string, string>> = {},
): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([name, sentence]) => [names[name] ?? name, sentence]),
  )
}
