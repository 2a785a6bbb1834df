import type { ReactNode } from 'react'
import { ApiError } from '../client.ts'

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
