// @vitest-environment happy-dom
import { Suspense, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  field,
  pick,
  press,
  refusal,
  sampleFor,
  seen,
  sent,
  show,
  textNow,
  type,
  type Answers,
} from '../../../../test/on-screen.tsx'
import { Customer } from '../../../domain/customers/customer.ts'
import { Team } from '../../../domain/people/team.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { CardActs } from './CardActs.tsx'
import { Care } from './CustomerDetails.tsx'
import { LeadTools, useChosen } from './LeadTools.tsx'
import { Notes } from './Notes.tsx'
import OfferSheet from './OfferSheet.tsx'
import PauseSheet from './PauseSheet.tsx'

// What the office's acts on a customer say when they fail, and that what was typed or set before stays.

const me = 'GET /api/users/me'
const owner: Answers = {
  [me]: { roles: ['owner'], role: 'owner' },
  'GET /api/owner/tax-rates': { rates: [] },
}
const none = () => {}
const casey: Customer = {
  ...sampleFor(Customer),
  name: 'Casey Walker',
  email: 'casey@mail.example',
  status: 'active',
  reminder_opt_in: true,
  messages_off: false,
  tags: [],
  notes: [],
  team_id: null,
  tax_certificate: null,
}
const teams: Team[] = [
  { ...sampleFor(Team), id: '0190aaaa-0000-7000-8000-00000000000a', name: 'West Crew' },
]
const care = (customer = casey) => (
  <Suspense>
    <Care customer={customer} teams={teams} />
  </Suspense>
)
const acts = (customer: Customer) => <CardActs customer={customer} edit={none} archive={none} />
const id = '/api/owner/customers/{id}'

let end = () => {}
afterEach(() => end())

it.each<[text: string, call: string, part: ReactNode, act: () => Promise<unknown>]>([
  [
    'Failed to add note',
    `POST ${id}/notes`,
    <Notes key="notes" customer={casey} canManage />,
    async () => {
      await type('Add a note about Casey Walker', 'New dog')
      await press('Add note')
    },
  ],
  [
    'Failed to update reminder setting',
    `POST ${id}/reminders`,
    care(),
    async () => (await field('Visit reminders for Casey Walker')).click(),
  ],
  ['Failed to assign', `POST ${id}/assign-team`, care(), () => pick('Assign team', 'West Crew')],
  [
    'Failed to remove',
    `POST ${id}/assign-team`,
    care({ ...casey, team_id: teams[0]!.id }),
    () => pick('Assign team', 'Unassigned'),
  ],
  [
    'Failed to update status',
    `POST ${id}/resume`,
    care({ ...casey, status: 'paused' }),
    () => press('Resume Casey Walker'),
  ],
  [
    'Failed to update status',
    `POST ${id}/status`,
    acts({ ...casey, status: 'lead' }),
    () => press('Convert to Active: Casey Walker'),
  ],
  [
    'Failed to unarchive',
    `POST ${id}/status`,
    acts({ ...casey, status: 'archived' }),
    () => press('Unarchive Casey Walker'),
  ],
  [
    'Failed to archive customer',
    `POST ${id}/status`,
    <ArchiveDialog key="archive" customer={casey} opened onClose={none} />,
    () => press('Archive'),
  ],
  [
    'Failed to send promo',
    `POST ${id}/promotions/send`,
    <OfferSheet key="offer" customer={casey} opened onClose={none} />,
    async () => {
      await type('Message', 'Ten percent off.')
      await press('Send promo')
    },
  ],
  [
    'Failed to update status',
    `POST ${id}/pause`,
    <PauseSheet key="pause" customer={casey} opened onClose={none} />,
    () => press('Pause'),
  ],
])('says “%s” if %s fails', async (text, call, part, act) => {
  end = show(part, { ...owner, [call]: () => refusal(500, 'internal') })
  await act()
  await seen(text)
  expect(sent.map((one) => one.call)).toEqual([call])
})

it('only an owner or manager archives', async () => {
  end = show(<ArchiveDialog customer={casey} opened onClose={none} />, {
    ...owner,
    [`POST ${id}/status`]: () => refusal(403, 'forbidden', 'You do not have access.'),
  })
  await press('Archive')
  expect(await seen('Owner/Manager role required to archive')).toBeTruthy()
})

describe('a promo', () => {
  it('needs a message, which stays if it can’t be sent', async () => {
    end = show(<OfferSheet customer={casey} opened onClose={none} />, {
      ...owner,
      [`POST ${id}/promotions/send`]: () => refusal(500, 'internal'),
    })
    await press('Send promo')
    await seen('Write a message')
    expect(sent).toEqual([])
    await type('Message', 'Ten percent off.')
    await press('Send promo')
    await seen('Failed to send promo')
    expect((await field('Message')).value).toBe('Ten percent off.')
  })
})

describe('leads chosen', () => {
  const leads = ['Two', 'Three'].map((name) => ({
    ...casey,
    id: name,
    name,
    status: 'lead' as const,
  }))
  function Leads() {
    const chosen = useChosen()
    return (
      <>
        {chosen.notice}
        {leads.map((lead) => (
          <span key={lead.id}>{chosen.box(lead)}</span>
        ))}
        <LeadTools leads={leads} chosen={chosen} isMore={false} />
      </>
    )
  }
  const convert = async () => {
    for (const { name } of leads) (await field(`Select ${name}`)).click()
    await press('Convert 2 to Active')
  }
  const call = 'POST /api/owner/customers/bulk-status'

  it('stay chosen if they can’t be converted', async () => {
    end = show(<Leads />, { ...owner, [call]: () => refusal(500, 'internal') })
    await convert()
    await seen('Failed to convert selected leads')
    expect((await field('Select Two')).checked).toBe(true)
  })

  it('are named if some can’t be, and only those stay chosen', async () => {
    const failed = [{ id: 'Three', error: 'This customer is archived.' }]
    end = show(<Leads />, { ...owner, [call]: { updated: [leads[0]], failed } })
    await convert()
    await seen('1 converted, 1 failed')
    await seen('Three – This customer is archived.')
    await vi.waitFor(async () => expect((await field('Select Two')).checked).toBe(false))
    expect((await field('Select Three')).checked).toBe(true)
    await press('Dismiss', '.mantine-Alert-root')
    await vi.waitFor(() => expect(textNow()).not.toContain('This customer is archived.'))
  })
})
