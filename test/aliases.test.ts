import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { Alias, CallDeclaration } from '../src/api/kit.ts'
import { openWorld, type Ask, type OpenWorld, type Reply } from './world.ts'

// Two copies of one world: what a call does in the first, each of its aliases must do in the second.
let first: OpenWorld
let second: OpenWorld
const worlds = () => [first, second] as const
beforeAll(async () => {
  first = await openWorld()
  second = await openWorld()
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

const never = '0190aaaa-0000-7000-8000-000000000000'
const green = () => first.world.green
const customer = (key: string) => green().customers[key]!.id
type Case = { by: string; ask: () => Ask | Promise<Ask>; status: number }

/** For each call with aliases: the requests to make. */
const cases: Record<string, Case[]> = {
  'GET /api/users/me': [
    { by: 'owner', ask: () => ({}), status: 200 },
    { by: 'customer', ask: () => ({}), status: 200 },
  ],
  'GET /api/users/my-organization': [
    { by: 'customer', ask: () => ({}), status: 200 },
    { by: 'owner', ask: () => ({}), status: 403 },
  ],
  'GET /api/users/billing-settings': [{ by: 'customer', ask: () => ({}), status: 200 }],
  'PATCH /api/users/billing-settings': [
    { by: 'customer', ask: () => ({ body: { autopay_enabled: false } }), status: 200 },
    { by: 'customer', ask: () => ({ body: { autopay_enabled: 'yes' } }), status: 422 },
  ],
  'POST /api/owner/customers/{id}/reminders': [
    {
      by: 'manager',
      ask: () => ({ params: { id: customer('quinn') }, body: { enabled: false } }),
      status: 200,
    },
    {
      by: 'leader',
      ask: () => ({ params: { id: customer('quinn') }, body: { enabled: false } }),
      status: 403,
    },
    {
      by: 'manager',
      ask: () => ({ params: { id: customer('quinn') }, body: { enabled: 'no' } }),
      status: 422,
    },
  ],
  'POST /api/owner/customers/{id}/promotions/send': [
    {
      by: 'owner',
      ask: () => ({
        params: { id: customer('quinn') },
        body: { message: 'Ten percent off aeration.' },
      }),
      status: 200,
    },
    {
      by: 'owner',
      ask: () => ({ params: { id: customer('quinn') }, body: { message: ' ' } }),
      status: 422,
    },
  ],
  'POST /api/owner/customers/{id}/notes': [
    {
      by: 'manager',
      ask: () => ({ params: { id: customer('quinn') }, body: { text: 'Ring twice.' } }),
      status: 201,
    },
    {
      by: 'manager',
      ask: () => ({ params: { id: customer('quinn') }, body: { text: ' ' } }),
      status: 422,
    },
    {
      by: 'payee',
      ask: () => ({ params: { id: customer('quinn') }, body: { text: 'Ring twice.' } }),
      status: 403,
    },
  ],
  'POST /api/owner/customers/{id}/assign-team': [
    {
      by: 'manager',
      ask: () => ({
        params: { id: customer('quinn') },
        body: { team_id: green().teams['West Crew'] },
      }),
      status: 200,
    },
    {
      by: 'manager',
      ask: () => ({
        params: { id: customer('quinn') },
        body: { team_id: null, future_visits: false },
      }),
      status: 200,
    },
    {
      by: 'manager',
      ask: () => ({ params: { id: customer('quinn') }, body: { team_id: never } }),
      status: 404,
    },
  ],
  'POST /api/invoices/{id}/pay': [
    {
      by: 'owner',
      ask: () => ({ params: { id: Object.values(green().invoices)[0]! } }),
      status: 409,
    },
    {
      by: 'crew',
      ask: () => ({ params: { id: Object.values(green().invoices)[0]! } }),
      status: 403,
    },
  ],
  'POST /api/owner/stripe/start-onboarding': [
    { by: 'owner', ask: () => ({}), status: 200 },
    { by: 'manager', ask: () => ({}), status: 403 },
  ],
  'PATCH /api/owner/teams/{id}': [
    {
      by: 'manager',
      ask: () => ({
        params: { id: green().teams['South Crew']! },
        body: { name: 'Southern Crew' },
      }),
      status: 200,
    },
    {
      by: 'manager',
      ask: () => ({ params: { id: green().teams['South Crew']! }, body: { name: ' ' } }),
      status: 422,
    },
    {
      by: 'manager',
      ask: () => ({ params: { id: green().teams['South Crew']! }, body: { name: 'WEST crew' } }),
      status: 409,
    },
    {
      by: 'leader',
      ask: () => ({ params: { id: green().teams['South Crew']! }, body: { name: 'Mine' } }),
      status: 403,
    },
  ],
  'DELETE /api/owner/teams/{id}': [
    { by: 'manager', ask: () => ({ params: { id: green().teams['North Crew']! } }), status: 409 },
    {
      by: 'manager',
      ask: () => ({
        params: { id: green().teams['North Crew']! },
        body: { move_to: green().teams['North Crew'] },
      }),
      status: 422,
    },
    { by: 'leader', ask: () => ({ params: { id: green().teams['North Crew']! } }), status: 403 },
  ],
}

const withAliases = Object.entries(calls as Record<string, CallDeclaration>).flatMap(
  ([key, { aliases = [] }]) => aliases.map((alias) => ({ key, alias })),
)
const nameOf = (alias: Alias): string => (typeof alias === 'string' ? alias : alias.call)

/** The same request through the alias, where path parameters may be in the body. */
function askOf(alias: Alias, { params = {}, body, ...rest }: Ask): Ask {
  if (typeof alias === 'string') return { params, body, ...rest }
  const moved = Object.fromEntries(
    Object.entries(alias.body_to_params).map(([field, param]) => [field, params[param]]),
  )
  return { ...rest, body: { ...(body as object), ...moved } }
}

/** A response without the parts that differ each time: new ids, timestamps, secrets in links. */
const lasting = ({ status, body }: Reply): unknown => ({
  status,
  body: JSON.parse(
    JSON.stringify(body)
      .replace(/"request_id":"[^"]*"/g, '"request_id":""')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)/g, 'moment')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, (id) => (known.has(id) ? id : 'id'))
      .replace(/[\w-]{20,}/g, (text) => (known.has(text) ? text : 'secret'))
      .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'here'),
  ),
})
const known = { has: (text: string): boolean => JSON.stringify(first.world).includes(text) }

describe('each alias of a call', () => {
  it('is listed here with its requests', () => {
    expect([...new Set(withAliases.map(({ key }) => key))].filter((key) => !cases[key])).toEqual([])
  })
  it.each(withAliases.map(({ key, alias }) => ({ key, alias, name: nameOf(alias) })))(
    '$name is $key',
    async ({ key, alias, name }) => {
      for (const { by, ask, status } of cases[key]!) {
        const question = await ask()
        const asked = [
          await first.as(`${by}@green-acres.example`),
          await second.as(`${by}@green-acres.example`),
        ] as const
        const [plain, other] = [
          await asked[0].raw(key, question),
          await asked[1].raw(name, askOf(alias, question)),
        ]
        expect([by, plain.status, JSON.stringify(plain.body).slice(0, 300)]).toEqual([
          by,
          status,
          expect.anything(),
        ])
        expect(lasting(other), `${by} ${JSON.stringify(question)}`).toEqual(lasting(plain))
      }
      const wrong = {
        params: { id: never },
        ...(key.startsWith('GET') ? {} : { body: { no_such_field: 1 } }),
      }
      for (const question of [
        wrong,
        { ...wrong, body: undefined },
        { ...wrong, params: { id: 'not-an-id' } },
      ]) {
        // An alias with the customer in the body can't work without a body.
        if (question.body === undefined && (!key.includes('{id}') || typeof alias !== 'string'))
          continue
        const asked = [
          await first.as('owner@green-acres.example'),
          await second.as('owner@green-acres.example'),
        ] as const
        expect(
          lasting(await asked[1].raw(name, askOf(alias, question))),
          JSON.stringify(question),
        ).toEqual(lasting(await asked[0].raw(key, question)))
      }
      expect(lasting(await second.anonymous.raw(name, askOf(alias, wrong)))).toEqual(
        lasting(await first.anonymous.raw(key, wrong)),
      )
    },
  )
  it('changes the same data', async () => {
    const left = await Promise.all(
      worlds().map((world) =>
        world.rows(`select (select count(*) from customer_notes) as notes, (select count(*) from audit) as acts,
          (select count(*) from messages where template <> 'visit_reminder') as letters, (select json_agg(name order by name) from teams) as teams,
          (select json_agg(reminder_opt_in order by id) from customers) as reminders, (select json_agg(team_id order by id) from customers) as teams_of`),
      ),
    )
    expect(left[1]).toEqual(left[0])
  })
})

describe('calls equivalent to another', () => {
  const asOwner = () => Promise.all(worlds().map((world) => world.as('owner@green-acres.example')))
  const team = () => green().teams['South Crew']!
  it.each([
    [
      'POST /api/owner/teams/{id}/customers',
      () => ({ params: { id: team() }, body: { customer_id: customer('casey') } }),
    ],
    [
      'PUT /api/owner/customers/{id}',
      () => ({ params: { id: customer('casey') }, body: { team_id: team() } }),
    ],
  ])('%s assigns a customer to a team like assign-team', async (call, ask) => {
    const [a, b] = await asOwner()
    await Promise.all(
      [a!, b!].map((by) =>
        by('POST /api/owner/customers/{id}/assign-team', {
          params: { id: customer('casey') },
          body: { team_id: null },
        }),
      ),
    )
    const plain = await a!('POST /api/owner/customers/{id}/assign-team', {
      params: { id: customer('casey') },
      body: { team_id: team() },
    })
    const other = await b!.raw(call, ask())
    expect(plain).toMatchObject({ status: 200, body: { team_id: team() } })
    expect(lasting(other)).toEqual(lasting(plain))
    for (const world of worlds())
      expect(
        await world.rows(
          'select distinct team_id from rules where customer_id = $1 and end_date is null and removed_at is null',
          [customer('casey')],
        ),
      ).toEqual([{ team_id: team() }])
  })
  it('DELETE /api/owner/teams/{id}/customers/{customerId} unassigns a customer like assign-team with null', async () => {
    const [a, b] = await asOwner()
    await a!('POST /api/owner/customers/{id}/assign-team', {
      params: { id: customer('casey') },
      body: { team_id: null },
    })
    const out = { params: { id: team(), customerId: customer('casey') } }
    expect(await b!('DELETE /api/owner/teams/{id}/customers/{customerId}', out)).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    for (const world of worlds())
      expect(
        await world.rows('select team_id from customers where id = $1', [customer('casey')]),
      ).toEqual([{ team_id: null }])
    expect(await b!('DELETE /api/owner/teams/{id}/customers/{customerId}', out)).toMatchObject({
      status: 404,
    })
  })
  it('PUT /api/owner/customers/{id} changes the status like the status call', async () => {
    const [a, b] = await asOwner()
    const params = { id: customer('lee') }
    const plain = await a!('POST /api/owner/customers/{id}/status', {
      params,
      body: { status: 'active' },
    })
    const other = await b!('PUT /api/owner/customers/{id}', { params, body: { status: 'active' } })
    expect(plain).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(lasting(other)).toEqual(lasting(plain))
  })
})
