import { z } from 'zod'
import { placeWarningCodes } from '../domain/schedule/placement.ts'
import { anyOffice, Id, leaders } from './kit.ts'

const uuidPattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** A rule (any segment of a series, even an older one), a series, or a visit as `series:original_date`. */
export const ScheduleRef = z
  .string()
  .regex(new RegExp(`^${uuidPattern}(:\\d{4}-\\d{2}-\\d{2})?$`), 'Not a rule or visit id')
/** Path parameter for a rule, series or visit. */
export const ruleParams = z.object({ rule_id: ScheduleRef })

export const officeAndLeaders = { ...anyOffice, ...leaders } as const

/** A warning to show; it doesn't block anything. */
export const ScheduleWarning = z.object({
  code: z.enum(placeWarningCodes),
  sentence: z.string(),
})
export type ScheduleWarning = z.infer<typeof ScheduleWarning>

/** The version the caller has seen, 0 for a visit never edited; if there is a newer one the call is refused as `version_conflict`. */
export const seenVersion = { expected_version: z.int().min(0).optional() }
/** The customer request this edit fulfills, approved in the same transaction. */
export const settledRequest = { request_id: Id.optional() }
