import { z } from 'zod'
import { CustomerStatus } from './customer.ts'
import { Id } from '../base/id.ts'

/** The most customers one bulk change accepts. */
export const bulkLimit = 500
export const BulkStatus = z.object({
  ids: z.array(Id).min(1).max(bulkLimit),
  status: CustomerStatus,
})
/** Tags and a team for several customers at once. */
export const BulkEdit = z.object({
  ids: z.array(Id).min(1).max(bulkLimit),
  add_tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  /** Compared without case. */
  remove_tags: z.array(z.string().trim().min(1).max(60)).max(20).default([]),
  /** Null: no team. */
  team_id: Id.nullable().optional(),
})
export type BulkEdit = z.infer<typeof BulkEdit>
export const BulkStatusResult = z.object({
  updated: z.array(Id),
  failed: z.array(z.object({ id: Id, error: z.string() })),
})
export type BulkStatusResult = z.infer<typeof BulkStatusResult>
