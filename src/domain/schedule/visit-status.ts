import { z } from 'zod'

export const visitStatuses = ['scheduled', 'in_progress', 'completed', 'skipped'] as const

export const VisitStatus = z.enum(visitStatuses)
export type VisitStatus = z.infer<typeof VisitStatus>
