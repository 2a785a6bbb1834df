import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import { platformFee } from '../../../domain/money/platform.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { ensurePlatformCustomer, updateUserCounts } from './subscription.ts'

let open: OpenWorld
let owner: Caller
let admin: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@bright-side.example')
  admin = await open.as('admin@fieldhive.example')
})
afterAll(() => open?.close())

type Standing = 'invited' | 'active' | 'inactive'
type Membership = { status?: Standing } & (
  | { role: Exclude<Role, 'user'> }
  | { role: 'user'; customer: CustomerStatus }
)
type Who = { person?: Standing; memberships: Membership[] }

let added = 0
async function addPerson({ person = 'active', memberships }: Who): Promise<void> {
  const organization_id = open.world.bright.id
  const email = `counted-${++added}@mail.example`
  const { id } = await open.row<{ id: string }>(
    'insert into people (email, name, status) values ($1, $1, $2) returning id',
    [email, person],
  )
  for (const membership of memberships) {
    const customer_id =
      membership.role === 'user' ? await addCustomer(id, membership.customer) : null
    await open.rows(
      'insert into memberships (organization_id, person_id, role, status, customer_id) values ($1, $2, $3, $4, $5)',
      [organization_id, id, membership.role, membership.status ?? 'active', customer_id],
    )
  }
}

const addCustomer = async (person_id: string | null, status: CustomerStatus): Promise<string> =>
  (
    await open.row<{ id: string }>(
      `insert into customers (organization_id, name, status, was_active, person_id) values ($1, $2, $3, true, $4) returning id`,
      [open.world.bright.id, `Customer ${++added}`, status, person_id],
    )
  ).id

/** The number as the owner, Settings and the administration read it. */
async function counted() {
  const billing = (await owner('GET /api/owner/platform-billing/status')).body
  const organization = (await owner('GET /api/owner/my-organization')).body
  const { organizations } = (await admin('GET /api/admin/organization-summary')).body
  const summary = organizations.find(({ id }: { id: string }) => id === open.world.bright.id)
  const users = billing.active_users
  expect(organization.actual_users).toBe(users)
  expect(summary).toMatchObject({
    active_users: users,
    amount_preview_cents: platformFee(users).amount_cents,
  })
  expect(billing.amount_current_cents).toBe(platformFee(users).amount_cents)
  expect(billing.staff_users + billing.customer_users).toBe(users)
  return { staff: billing.staff_users, customers: billing.customer_users }
}

const one = (role: Exclude<Role, 'user'>, status: Standing = 'active'): Who => ({
  memberships: [{ role, status }],
})
const customer = (is: CustomerStatus, status: Standing = 'active'): Who => ({
  memberships: [{ role: 'user', customer: is, status }],
})
const counts: readonly [string, Who, { staff?: 1; customers?: 1 }][] = [
  ['an active customer who signs in', customer('active'), { customers: 1 }],
  ['a paused customer who signs in', customer('paused'), { customers: 1 }],
  ['an archived customer who can sign in', customer('archived'), {}],
  ['a lead who can sign in', customer('lead'), {}],
  ['a customer whose access ended', customer('active', 'inactive'), {}],
  ['a customer whose account is deactivated', { ...customer('active'), person: 'inactive' }, {}],
  ['a manager', one('manager'), { staff: 1 }],
  ['a crew member', one('crew_member'), { staff: 1 }],
  ['staff who were invited', one('crew_member', 'invited'), {}],
  ['staff who left', one('crew_member', 'inactive'), {}],
  ['staff whose account is deactivated', { ...one('crew_leader'), person: 'inactive' }, {}],
  [
    'one person on the staff who is a customer too',
    { memberships: [{ role: 'payee' }, { role: 'user', customer: 'active' }] },
    { staff: 1 },
  ],
  [
    'staff who left and stay a customer',
    {
      memberships: [
        { role: 'payee', status: 'inactive' },
        { role: 'user', customer: 'active' },
      ],
    },
    { customers: 1 },
  ],
  [
    'staff who are an archived customer',
    { memberships: [{ role: 'crew_leader' }, { role: 'user', customer: 'archived' }] },
    { staff: 1 },
  ],
  [
    'staff who left and are an archived customer',
    {
      memberships: [
        { role: 'payee', status: 'inactive' },
        { role: 'user', customer: 'archived' },
      ],
    },
    {},
  ],
]

describe('an organization pays for', () => {
  it.each(counts)('%s', async (_, who, { staff = 0, customers = 0 }) => {
    const before = await counted()
    await addPerson(who)
    expect(await counted()).toEqual({
      staff: before.staff + staff,
      customers: before.customers + customers,
    })
  })

  it('no customer without a sign-in', async () => {
    const before = await counted()
    await addCustomer(null, 'active')
    expect(await counted()).toEqual(before)
  })
})

describe('the bill', () => {
  const billed = async () => {
    const { platform_subscription_id: id } = (await owner('GET /api/owner/platform-billing/status'))
      .body
    return (await open.app.payments.platform.readSubscription(id!)).items.data[0]?.quantity
  }
  const users = async () => {
    const { staff, customers } = await counted()
    return staff + customers
  }

  it('is for the users that Settings shows, as it starts and before each period ends', async () => {
    await ensurePlatformCustomer(open.app, open.world.bright.id)
    await open.rows(`update organizations set platform_default_pm = 'pm_card_visa' where id = $1`, [
      open.world.bright.id,
    ])
    await owner('POST /api/owner/platform-billing/confirm-subscription')
    expect(await billed()).toBe(await users())
    await addPerson(customer('archived'))
    await addPerson(customer('active'))
    await open.rows(
      `update organizations set platform_period_end = now() + interval '1 hour', subscription_status = 'active' where id = $1`,
      [open.world.bright.id],
    )
    await updateUserCounts(open.app)
    expect(await billed()).toBe(await users())
  })
})
