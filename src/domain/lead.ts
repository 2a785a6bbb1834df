import { z } from 'zod'
import { emptyToNull, TrialEmail } from './contact.ts'

import { refuse, rule } from './rule.ts'

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

const LeadSource = z.enum(['get_started', 'trial'])
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
