import { describe, expect, it } from 'vitest'
import { leadAfter, leadRules, NewLead, type LeadStage, type LeadStatus } from './lead.ts'

describe('leadAfter', () => {
  it.each<
    [LeadStage, LeadStatus, { stage?: LeadStage; status?: LeadStatus }, LeadStage, LeadStatus]
  >([
    ['new', 'open', { stage: 'contacted' }, 'contacted', 'open'],
    ['proposal', 'open', { status: 'won' }, 'closed', 'won'],
    ['proposal', 'open', { status: 'lost', stage: 'proposal' }, 'closed', 'lost'],
    ['closed', 'won', { status: 'open' }, 'negotiation', 'open'],
    ['closed', 'lost', { stage: 'qualified' }, 'qualified', 'open'],
    ['qualified', 'open', { status: 'archived' }, 'qualified', 'archived'],
    ['qualified', 'archived', { stage: 'proposal' }, 'proposal', 'archived'],
    ['new', 'open', {}, 'new', 'open'],
  ])('%s and %s with %o: %s and %s', (stage, status, change, newStage, newStatus) => {
    expect(leadAfter({ stage, status }, change)).toEqual({ stage: newStage, status: newStatus })
  })
})

it.each([
  [null, false, null, null],
  ['me', false, null, null],
  ['other', false, 'lead_claimed', 'lead_not_yours'],
  ['other', true, 'lead_claimed', null],
])(
  'a lead of %s, admin %s: claim %s, assign %s',
  (assigned_to_user_id, is_admin, claim, assign) => {
    const facts = { assigned_to_user_id, actor_id: 'me', is_admin }
    expect([leadRules.claim(facts)?.code ?? null, leadRules.assign(facts)?.code ?? null]).toEqual([
      claim,
      assign,
    ])
  },
)

it('a new lead needs an email', () => {
  expect(NewLead.parse({ email: 'dana@example.com', company: '' })).toMatchObject({
    source: 'get_started',
    company: null,
  })
  expect(NewLead.safeParse({ email: 'x' }).error?.issues[0]?.message).toBe(
    'Enter a valid email address.',
  )
})
