import type { Refusal } from '../domain/rule.ts'

/**
 * A refused call: status, stable code, a sentence for people, the invalid fields, and what can be
 * done instead.
 */
export class Refused extends Error {
  status: number
  code: string
  fields: Record<string, string> | undefined
  details: object | undefined
  constructor(
    status: number,
    code: string,
    sentence: string,
    fields?: Record<string, string>,
    details?: object,
  ) {
    super(sentence)
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
  }
}

/** For `throw refused('duplicate', 'Already exists')`: a rule refused. */
export const refused = (code: string, sentence: string, status = 409): Refused =>
  new Refused(status, code, sentence)

/** A crew person without a team has no work to see. */
export const noTeam = (): Refused =>
  new Refused(404, 'no_team', 'You are not assigned to a team yet')

/** It does not exist, or it is not yours; the response is the same, so that no one learns which. */
export const notFound = (sentence = 'Not found.'): Refused =>
  new Refused(404, 'not_found', sentence)

/** Invalid fields, each with the message shown next to it. */
export const invalid = (fields: Record<string, string>, sentence?: string): Refused =>
  new Refused(
    422,
    'invalid',
    sentence ?? Object.values(fields)[0] ?? 'Please check the marked fields.',
    fields,
  )

/**
 * Throws the first refusal of a domain rule: `enforce(visitRules.skip(visit))`. `details` says what
 * can be done instead.
 */
export function enforce(refusal: Refusal | null, details?: object): void {
  if (refusal) throw new Refused(409, refusal.code, refusal.sentence, undefined, details)
}

/** The row, or 404. */
export function found<T>(row: T | null | undefined, sentence?: string): T {
  if (row === null || row === undefined) throw notFound(sentence)
  return row
}
