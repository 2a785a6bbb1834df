import { z } from 'zod'
import { emptyToNull, OptionalPhone, RequiredEmail, TrialEmail } from '../base/contact.ts'
import { Moment } from '../base/dates.ts'
import { Id, Version } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'

export const leadStages = [
  'new',
  'contacted',
  'qualified',
  'proposal',
  'negotiation',
  'closed',
] as const
export const LeadStage = z.enum(leadStages)
export type LeadStage = z.infer<typeof LeadStage>
export const leadStatuses = ['open', 'won', 'lost', 'archived'] as const
export const LeadStatus = z.enum(leadStatuses)
export type LeadStatus = z.infer<typeof LeadStatus>

const text = (max: number) => z.preprocess(emptyToNull, z.string().trim().max(max).nullish())

const formSources = ['get_started', 'trial'] as const
/** `setup`: somebody began to set up a business; `manual`: typed by a salesperson. */
const leadSources = [...formSources, 'setup', 'manual'] as const
export type LeadSource = (typeof leadSources)[number]
export const sourceLabels: Record<LeadSource, string> = {
  get_started: 'Asked on the website',
  trial: 'Asked for a trial',
  setup: 'Began to set up a business',
  manual: 'Added by hand',
}
/** From the landing page and the trial form. */
export const NewLead = z.object({
  email: TrialEmail,
  name: text(200),
  company: text(200),
  phone: text(40),
  source: z.enum(formSources).default('get_started'),
  origin: z.enum(['hero', 'cta']).nullish(),
  path: text(500),
})
export type NewLead = z.infer<typeof NewLead>

const LeadPriority = z.enum(['high', 'normal'])

const LeadNote = z.object({
  id: Id,
  text: z.string(),
  author_name: z.string().nullable(),
  created_at: Moment,
})

/** A prospective business, for the salespeople. */
export const Lead = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  source: z.enum(leadSources),
  stage: LeadStage,
  status: LeadStatus,
  priority: LeadPriority,
  assigned_to_user_id: Id.nullable(),
  assignee_name: z.string().nullable(),
  next_action_at: Moment.nullable(),
  calendly_event_url: z.string().nullable(),
  /** The business it became. */
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  notes: z.array(LeadNote),
  version: Version,
  created_at: Moment,
  updated_at: Moment,
})
export type Lead = z.infer<typeof Lead>

export const LeadByHand = z.object({
  email: RequiredEmail,
  name: text(200),
  company: text(200),
  phone: OptionalPhone.optional(),
})
export type LeadByHand = z.infer<typeof LeadByHand>

/** Absent leaves a field unchanged, null or '' clears it. */
export const LeadPatch = z.object({
  name: text(200),
  company: text(200),
  phone: OptionalPhone.optional(),
  stage: LeadStage.optional(),
  status: LeadStatus.optional(),
  priority: LeadPriority.optional(),
  next_action_at: z.preprocess(emptyToNull, Moment.nullish()),
  calendly_event_url: z.preprocess(
    emptyToNull,
    z
      .url({ protocol: /^https$/, error: 'Use an https:// address' })
      .max(1000)
      .nullish(),
  ),
  version: Version.optional(),
})
export type LeadPatch = z.infer<typeof LeadPatch>

export const LeadNoteText = z.string().trim().min(1, 'Write a note').max(5000)

/** True if what was planned next for an open lead should have happened. `now` in ISO 8601. */
export const isOverdue = (
  { status, next_action_at }: Pick<Lead, 'status' | 'next_action_at'>,
  now: string,
): boolean =>
  status === 'open' && next_action_at !== null && Date.parse(next_action_at) < Date.parse(now)

/**
 * Won and lost close the stage; reopening a closed lead returns it to negotiation; a new stage
 * reopens a finished lead.
 */
export function leadAfter(
  lead: { stage: LeadStage; status: LeadStatus },
  change: { stage?: LeadStage; status?: LeadStatus },
): { stage: LeadStage; status: LeadStatus } {
  const status =
    change.status ??
    (change.stage && change.stage !== 'closed' && lead.status !== 'archived' ? 'open' : lead.status)
  if (status === 'won' || status === 'lost') return { stage: 'closed', status }
  const stage = change.stage ?? lead.stage
  return { stage: status === 'open' && stage === 'closed' ? 'negotiation' : stage, status }
}

/** `is_admin` may assign any lead; others may assign unassigned leads and their own. */
type AssignFacts = {
  assigned_to_user_id: string | null
  actor_id: string
  is_admin: boolean
}

export const leadRules = {
  claim: rule(
    refuse(
      'lead_claimed',
      'Could not claim lead',
      (l: AssignFacts) => l.assigned_to_user_id !== null && l.assigned_to_user_id !== l.actor_id,
    ),
  ),
  assign: rule(
    refuse(
      'lead_not_yours',
      'Only unassigned leads or your own can be assigned.',
      (l: AssignFacts) =>
        !l.is_admin && l.assigned_to_user_id !== null && l.assigned_to_user_id !== l.actor_id,
    ),
  ),
}
