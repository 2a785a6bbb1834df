import { impersonationRefusal } from '../../../domain/base/data-file.ts'
import type { Refusal } from '../../../domain/base/rule.ts'
import { workerOf } from '../../../domain/base/worker.ts'

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

export const impersonationDenied = (): Refused =>
  new Refused(403, impersonationRefusal.code, impersonationRefusal.sentence)

/** Who is known, but may not do this. */
export const noAccess = (): Refused =>
  new Refused(403, 'forbidden', 'You do not have access to this resource.')

/** A crew person without a team has no work to see. */
export const noTeam = (): Refused =>
  new Refused(404, 'no_team', 'You are not assigned to a team yet')

/**
 * What a phone holds was done in one business; its person may be in another by now. Taken there, it
 * would be lost to the first and shown to the second.
 */
export function refuseOtherWorker(
  { person_id, organization_id }: { person_id: string; organization_id: string | null },
  worker: string | undefined,
): void {
  if (worker === undefined || worker === workerOf(person_id, organization_id)) return
  throw new Refused(403, 'other_worker', 'This was done in another business, or by somebody else.')
}

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
