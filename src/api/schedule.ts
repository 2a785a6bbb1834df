import { z } from 'zod'
import { placeWarningCodes } from '../domain/placement.ts'
import { anyOffice, Id, leaders } from './kit.ts'

const uuidPattern = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** A rule (any segment of a series, even an older one), a series, or a visit as `series:original_date`. */
export const ScheduleRef = z
  .string()
  .regex(new RegExp(`^${uuidPattern}(:\\d{4}-\\d{2}-\\d{2})?$`), 'Not a rule or visit id')
/** The address of a rule or a visit in a path. */
export const ruleParams = z.object({ rule_id: ScheduleRef })

export const officeAndLeaders = { ...anyOffice, ...leaders } as const

/** A warning that the screen shows; it blocks nothing. */
export const ScheduleWarning = z.object({
  code: z.enum(placeWarningCodes),
  sentence: z.string(),
})
export type ScheduleWarning = z.infer<typeof ScheduleWarning>

/** The version the caller has seen, 0 for a visit that was never changed; a newer one is refused as `version_conflict`. */
export const seenVersion = { expected_version: z.int().min(0).optional() }
/** The customer's request that this edit settles: approved in the same transaction. */
export const settledRequest = { request_id: Id.optional() }
