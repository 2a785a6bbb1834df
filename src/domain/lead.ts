import { z } from 'zod'
import { emptyToNull, TrialEmail } from './contact.ts'
import { Moment } from './dates.ts'
import { Id } from './id.ts'
import { refuse, rule } from './rule.ts'

export const leadStages = ['new', 'contacted', 'qualified', 'proposal', 'negotiation', 'closed'] as const
export const LeadStage = z.enum(leadStages)
export type LeadStage = z.infer<typeof LeadStage>
export const leadStatuses = ['open', 'won', 'lost', 'archived'] as const
export const LeadStatus = z.enum(leadStatuses)
export type LeadStatus = z.infer<typeof LeadStatus>
export const LeadPriority = z.enum(['high', 'normal'])
export type LeadPriority = z.infer<typeof LeadPriority>

export const LeadNote = z.object({ id: Id, text: z.string(), author_name: z.string().nullable(), created_at: Moment })

/** Somebody who asked about the product; belongs to the platform, not to an organization. */
export const Lead = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  source: z.string().nullable(),
  stage: LeadStage,
  status: LeadStatus,
  priority: LeadPriority,
  assigned_to_user_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  next_action_at: Moment.nullable(),
  calendly_event_url: z.string().nullable(),
  notes: z.array(LeadNote),
  created_at: Moment,
  updated_at: Moment,
})
export type Lead = z.infer<typeof Lead>

const text = (max: number) => z.preprocess(emptyToNull, z.string().trim().max(max).nullish())

export const LeadSource = z.enum(['get_started', 'trial'])
/** From the landing page and the trial form. */
export const NewLead = z.object({
  email: TrialEmail,
  name: text(200),
  company: text(200),
  phone: text(40),
  source: LeadSource.default('get_started'),
  origin: z.enum(['hero', 'cta']).nullish(),
  path: text(500),
})
export type NewLead = z.infer<typeof NewLead>

/** A link to a meeting; any https address. */
const MeetingUrl = z.preprocess(
  emptyToNull,
  z
    .url({ protocol: /^https$/, error: 'Use an https:// address' })
    .max(1000)
    .nullable(),
)

export const LeadPatch = z.object({
  name: text(200),
  phone: text(40),
  company: text(200),
  stage: LeadStage.optional(),
  status: LeadStatus.optional(),
  priority: LeadPriority.optional(),
  next_action_at: z.preprocess(emptyToNull, Moment.nullable()).optional(),
  calendly_event_url: MeetingUrl.optional(),
})
export type LeadPatch = z.infer<typeof LeadPatch>

/** Won and lost close the stage; opening a closed lead again goes back to negotiation; a new stage opens a finished lead. */
export function leadAfter(
  lead: { stage: LeadStage; status: LeadStatus },
  change: { stage?: LeadStage; status?: LeadStatus },
): { stage: LeadStage; status: LeadStatus } {
  const status = change.status ?? (change.stage && change.stage !== 'closed' && lead.status !== 'archived' ? 'open' : lead.status)
  if (status === 'won' || status === 'lost') return { stage: 'closed', status }
  const stage = change.stage ?? lead.stage
  return { stage: status === 'open' && stage === 'closed' ? 'negotiation' : stage, status }
}

/** `is_admin` may assign any lead, others unassigned ones and their own. */
export type AssignFacts = { assigned_to_user_id: string | null; actor_id: string; is_admin: boolean }

export const leadRules = {
  claim: rule(refuse('lead_claimed', 'Could not claim lead', (l: AssignFacts) => l.assigned_to_user_id !== null && l.assigned_to_user_id !== l.actor_id)),
  assign: rule(
    refuse(
      'lead_not_yours',
      'Only unassigned leads or your own can be assigned.',
      (l: AssignFacts) => !l.is_admin && l.assigned_to_user_id !== null && l.assigned_to_user_id !== l.actor_id,
    ),
  ),
}

export const SalesOverview = z.object({
  open_count: z.int(),
  won_count: z.int(),
  lost_count: z.int(),
  unclaimed_count: z.int(),
})
export type SalesOverview = z.infer<typeof SalesOverview>
