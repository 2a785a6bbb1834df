import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { sampleOf } from './sample.ts'
import { openWorld, type OpenWorld } from './world.ts'

/** Situations of somebody who signs in, beside the roles, in the order of the columns of access.txt. */
export const situations = [
  'no_business',
  'dismissed',
  'deactivated',
  'closed_owner',
  'closed_user',
  'admin_member',
] as const
export type Situation = (typeof situations)[number]

const never = '0190aaaa-0000-7000-8000-000000000000'
/** What refuses a caller before anything is looked up. */
const refusals = [
  'unauthenticated',
  'forbidden',
  'organization_inactive',
  'no_organization',
  'second_factor_required',
]
type Named = { key: string; call: CallDeclaration }

/** What the calls take whose fields no sample is guessed for; a wrong one would hide who is let in. */
const byHand: Record<string, Record<string, string>> = {
  'POST /api/users/billing/saved': { setup_intent_id: 'seti_sample' },
  'POST /api/users/billing/set-default': { payment_method_id: 'pm_sample' },
  'GET /api/owner/tax-report': { from: '2031-03', to: '2031-03' },
  'GET /api/schedule/month': { month: '2031-03' },
}

/** Who is let in to each call, tried in a world of its own: by situation, then by call. */
export async function letIn(all: readonly Named[]): Promise<Record<Situation, Set<string>>> {
  const open = await openWorld()
  try {
    const emails = await people(open)
    const entries: [Situation, Set<string>][] = []
    for (const situation of situations) {
      const token = await open.app.identity!.issueToken(emails[situation])
      entries.push([situation, await openTo(open, token, all)])
    }
    return Object.fromEntries(entries) as Record<Situation, Set<string>>
  } finally {
    await open.close()
  }
}

/** Brings somebody into each situation the way it comes about. */
async function people(open: OpenWorld): Promise<Record<Situation, string>> {
  const { green, bright, admin: admin_id } = open.world
  const emails: Record<Situation, string> = {
    no_business: 'nowhere@mail.example',
    dismissed: 'manager@green-acres.example',
    deactivated: 'payee@green-acres.example',
    closed_owner: 'owner@bright-side.example',
    closed_user: 'closed@mail.example',
    admin_member: 'admin@fieldhive.example',
  }
  const password = 'velvet anchor thirteen'
  for (const email of [emails.no_business, emails.closed_user])
    await open.app.identity!.createAccount({ email, name: 'Kim', password, email_verified: true })
  const [owner, admin, kim] = [
    await open.as('owner@green-acres.example'),
    await open.as(emails.admin_member),
    await open.as(emails.closed_user),
  ]
  const dismissed = await owner('POST /api/owner/people/{id}/deactivate', {
    params: { id: green.people['manager']!.id },
    body: {},
  })
  const deactivated = await admin('POST /api/admin/update-user', {
    body: { id: green.people['payee']!.id, status: 'inactive' },
  })
  const kim_id = (await kim('GET /api/users/me')).body.id
  await addCustomer(open, bright.id, kim_id)
  await addCustomer(open, green.id, admin_id)
  await open.rows(
    "insert into memberships (organization_id, person_id, role) values ($1, $2, 'manager')",
    [green.id, admin_id],
  )
  const closed = await admin('POST /api/admin/update-organization', {
    body: { id: bright.id, status: 'inactive' },
  })
  const done = [dismissed, deactivated, closed].map(({ status }) => status)
  if (done.some((status) => status !== 200)) throw new Error(`Not set up: ${done.join()}`)
  open.app.actors.forget()
  return emails
}

async function addCustomer(open: OpenWorld, business: string, person_id: string): Promise<void> {
  const { id } = await open.row<{ id: string }>(
    "insert into customers (organization_id, person_id, name, status) values ($1, $2, 'Kim', 'active') returning id",
    [business, person_id],
  )
  await open.rows(
    "insert into memberships (organization_id, person_id, role, customer_id) values ($1, $2, 'user', $3)",
    [business, person_id, id],
  )
}

/** The calls that let a caller in. Those that take effect as they are come last. */
async function openTo(open: OpenWorld, token: string, all: readonly Named[]): Promise<Set<string>> {
  const opened = new Set<string>()
  const isSigned = ({ call }: Named) => call.roles === 'signed_in'
  for (const one of all.toSorted((a, b) => Number(takesEffect(a)) - Number(takesEffect(b)))) {
    // One's own account would be gone; all of these calls are let in alike.
    const asked = isSigned(one) && takesEffect(one) ? me : one
    if (await isLetIn(open, token, asked)) opened.add(one.key)
  }
  return opened
}

const me: Named = { key: 'GET /api/users/me', call: calls['GET /api/users/me'] }

/** True for calls without an id that take effect although nothing is filled in. */
export const takesEffect = ({ key, call }: Named): boolean =>
  !key.startsWith('GET') && !key.includes('{') && (!call.body || call.body.safeParse({}).success)

async function isLetIn(open: OpenWorld, token: string, { key, call }: Named): Promise<boolean> {
  const [method = '', path = ''] = key.split(' ')
  // Well formed, so that nothing else refuses it first; about oneself only where nothing can take effect.
  const isOwn = call.roles === 'signed_in'
  const given = byHand[key]
  const body = isOwn || !call.body ? {} : (given ?? sampleOf(call.body, never))
  const query = call.query
    ? (given ?? (sampleOf(call.query, never, false) as Record<string, string>))
    : {}
  const address = `${path.replace(/\{\w+\}/g, never)}?${new URLSearchParams(query)}`
  const answer = await fetch(open.url + address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.body ? { body: JSON.stringify(body) } : {}),
  })
  if (answer.status >= 500) throw new Error(`${key}: ${answer.status} ${await answer.text()}`)
  if (answer.status < 400) {
    await answer.body?.cancel()
    return true
  }
  const { code } = JSON.parse(await answer.text()) as { code: string }
  return !refusals.includes(code)
}
