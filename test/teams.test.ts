import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
const green = () => open.world.green
const person = (key: string) => green().people[key]!.id
const email = (key: string) => `${key}@green-acres.example`
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as(email('owner'))
  manager = await open.as(email('manager'))
})
afterAll(() => open?.close())

const newTeam = async (name: string): Promise<string> =>
  (await owner('POST /api/owner/teams', { body: { name } })).body.id
const join = (id: string, user_id: string, by = owner) =>
  by('POST /api/owner/teams/{id}/members', { params: { id }, body: { user_id } })
const leave = (id: string, userId: string, by = owner) =>
  by('DELETE /api/owner/teams/{id}/members/{userId}', { params: { id, userId } })
const setRole = (id: string, role: 'crew_member' | 'crew_leader' | 'crew_owner') =>
  owner('PATCH /api/owner/crew-members/{id}/role', { params: { id }, body: { role } })
const membersOf = async (id: string) =>
  (await owner('GET /api/owner/teams/members')).body[id]!.map((one: { id: string }) => one.id)
const crewPerson = async (id: string) =>
  (await owner('GET /api/owner/crew-members')).body.crew_members.find(
    (one: { id: string }) => one.id === id,
  )
const invitationsTo = (address: string) =>
  open.rows<Record<'id' | 'role' | 'status', string>>(
    'select id, role, status from invitations where lower(email) = lower($1) order by id',
    [address],
  )
const lettersTo = (address: string) =>
  open.rows<{ text: string }>(
    "select * from messages where recipient = $1 and template = 'staff_invite' order by id",
    [address],
  )

/** Opens a person's live stream; returns the first event of a type from now on. */
async function listen(address: string): Promise<(type: string) => Promise<string>> {
  const stop = new AbortController()
  const stream = await fetch(`${open.url}/api/sse?organization_id=${green().id}`, {
    headers: {
      authorization: `Bearer ${await open.app.identity!.issueToken(address)}`,
      accept: 'text/event-stream',
    },
    signal: stop.signal,
  })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  return async (type) => {
    for (let text = ''; ;) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before ${type}`)
      text += value
      const [found] = text.match(new RegExp(`event: ${type}\\ndata: [^\\n]+\\n`)) ?? []
      if (!found) continue
      stop.abort()
      return found
    }
  }
}

it('teams are in natural sort order, in the list and on the schedule', async () => {
  const ids = [await newTeam('Route 10'), await newTeam('route 9'), await newTeam('Route 1')]
  const routes = (teams: { name: string }[]) =>
    teams.map(({ name }) => name).filter((name) => /^route/i.test(name))
  expect(routes((await owner('GET /api/owner/teams')).body.teams)).toEqual([
    'Route 1',
    'route 9',
    'Route 10',
  ])
  const query = { from: '2026-05-04', to: '2026-05-04' }
  expect(routes((await owner('GET /api/schedule', { query })).body.teams)).toEqual([
    'Route 1',
    'route 9',
    'Route 10',
  ])
  for (const id of ids) await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: {} })
})

it('a team counts its own customers, and none that is archived', async () => {
  const [some, none] = [await newTeam('Counts Some'), await newTeam('Counts None')]
  for (const status of ['lead', 'active', 'paused', 'archived'])
    await open.rows(
      'insert into customers (organization_id, name, status, team_id) values ($1, $2, $2, $3)',
      [green().id, status, some],
    )
  const { teams } = (await owner('GET /api/owner/teams')).body
  const countOf = (id: string) => teams.find((team) => team.id === id)!.customer_count
  expect([countOf(some), countOf(none)]).toEqual([3, 0])
  await open.rows('delete from customers where team_id = $1', [some])
  for (const id of [some, none])
    await owner('DELETE /api/owner/teams/{id}', { params: { id }, body: {} })
})

describe('permissions on teams', () => {
  // With a valid team and crew person, so that only the role can cause a refusal.
  it.each([
    ['POST /api/owner/teams', { body: { name: 'By role' } }, ['owner']],
    [
      'POST /api/owner/crew-members',
      { body: { email: 'by.role@mail.example', send_invite: false } },
      ['owner'],
    ],
    [
      'PATCH /api/owner/crew-members/{id}/role',
      { who: 'id', body: { role: 'crew_member' } },
      ['owner'],
    ],
    [
      'PATCH /api/owner/teams/{id}',
      { team: 'id', body: { name: 'By role' } },
      ['owner', 'manager'],
    ],
    [
      'POST /api/owner/teams/{id}/members',
      { team: 'id', body: { user_id: 'who' } },
      ['owner', 'manager'],
    ],
    [
      'DELETE /api/owner/teams/{id}/members/{userId}',
      { team: 'id', who: 'userId' },
      ['owner', 'manager'],
    ],
    ['DELETE /api/owner/teams/{id}', { team: 'id', body: {} }, ['owner', 'manager']],
    ['POST /api/owner/invitations/permanent/rotate', {}, ['owner', 'manager']],
    ['GET /api/owner/invitations/permanent', {}, ['owner', 'manager', 'leader']],
    [
      'POST /api/owner/services',
      { body: { name: 'S', price_cents: 1, estimated_minutes: 1, description: 'd' } },
      ['owner', 'manager'],
    ],
  ] as [string, { team?: string; who?: string; body?: Record<string, unknown> }, string[]][])(
    '%s',
    async (call, ask, allowed) => {
      const who = person('spare')
      for (const key of ['owner', 'manager', 'leader', 'crew', 'payee', 'customer']) {
        const team = await newTeam(`Role Crew ${key} ${call}`)
        if (call.startsWith('DELETE') && ask.who) await join(team, who)
        const body = ask.body && {
          ...ask.body,
          ...(ask.body['user_id'] ? { user_id: who } : {}),
          ...(ask.body['name'] === 'By role' ? { name: `By ${key}` } : {}),
        }
        const params = {
          ...(ask.team ? { [ask.team]: team } : {}),
          ...(ask.who ? { [ask.who]: who } : {}),
        }
        const reply = await (
          await open.as(email(key))
        ).raw(call, { params, ...(body ? { body } : {}) })
        expect([key, reply.status < 300 ? 'done' : reply.status]).toEqual([
          key,
          allowed.includes(key) ? 'done' : 403,
        ])
      }
      await open.rows(
        "update teams set deleted_at = now() where name like 'Role Crew%' or name like 'By %'",
      )
      await open.rows(
        'update memberships set team_id = null where team_id in (select id from teams where deleted_at is not null)',
      )
    },
  )
})

describe('deleting a team', () => {
  it('asks where its upcoming visits go; completed ones keep its name', async () => {
    const north = green().teams['North Crew']!
    const { today } = green()
    const week = async (by = owner) =>
      (await by('GET /api/schedule', { query: { from: today, to: today } })).body.occurrences
    const done = (await week()).find((one) => one['team_id'] === north && !one['is_completed'])!
    await owner('POST /api/schedule/{rule_id}/complete', {
      params: { rule_id: done['rule_id'] },
      body: { date: today },
    })
    expect(await manager('DELETE /api/owner/teams/{id}', { params: { id: north } })).toMatchObject({
      status: 409,
      body: {
        code: 'team_has_visits',
        error: 'Choose where this team’s upcoming visits go first.',
      },
    })
    expect(
      await manager('DELETE /api/owner/teams/{id}', {
        params: { id: north },
        body: { move_to: null },
      }),
    ).toMatchObject({ status: 200 })
    const after = await week()
    expect(after.find((one) => one['id'] === done['id'])).toMatchObject({
      is_completed: true,
      team: { name: 'North Crew' },
    })
    expect(after.filter((one) => !one['is_completed'] && one['team_id'] === north)).toEqual([])
    expect(
      (await owner('GET /api/owner/teams')).body.teams.map((one: { name: string }) => one.name),
    ).not.toContain('North Crew')
    expect(await crewPerson(person('leader'))).toMatchObject({ team_id: null, team: null })
    expect(
      (await owner('GET /api/owner/customers', { query: { team_id: north } })).body.customers,
    ).toEqual([])
  })
  it.each([
    ['to another team', true],
    ['to nobody', false],
  ])('passes its coming events on %s; past ones keep its name', async (_to, hasHeir) => {
    const [id, other] = [await newTeam('Leaving'), await newTeam('Staying')]
    const { today } = green()
    const add = async (team_id: string | null, days: number) => {
      const body = { title: 'Training', date: addDays(today, days), team_id }
      return (await owner('POST /api/owner/misc-events', { body })).body.id
    }
    const events = [await add(id, 1), await add(id, 0), await add(id, -1), await add(null, 1)]
    const heir = hasHeir ? other : null
    const params = { id }
    const body = { move_to: heir }
    expect((await owner('DELETE /api/owner/teams/{id}', { params, body })).status).toBe(200)
    const rows = await open.rows('select id, team_id from misc_events where id = any ($1)', [
      events,
    ])
    const teamOf = new Map(rows.map((row) => [row.id, row.team_id]))
    expect(events.map((event) => teamOf.get(event))).toEqual([heir, heir, id, null])
    await owner('DELETE /api/owner/teams/{id}', { params: { id: other }, body: { move_to: null } })
  })
  it('works right away without upcoming visits, and frees its name', async () => {
    const id = await newTeam('Fleeting')
    await join(id, person('crew'))
    expect(await owner('DELETE /api/owner/teams/{id}', { params: { id } })).toMatchObject({
      status: 200,
    })
    expect(await crewPerson(person('crew'))).toMatchObject({ team_id: null })
    expect(await join(id, person('crew'))).toMatchObject({ status: 404 })
    expect(await leave(id, person('crew'))).toMatchObject({ status: 404 })
    expect(await owner('POST /api/owner/teams', { body: { name: 'fleeting' } })).toMatchObject({
      status: 201,
    })
  })
})

describe('leaders and crew owners', () => {
  it('any number of people can lead, and the last one can stop', async () => {
    const [one, two] = [person('leader'), person('crew')]
    const team = await newTeam('Two leaders')
    for (const id of [one, two]) {
      await join(team, id)
      expect(await setRole(id, 'crew_leader')).toMatchObject({
        status: 200,
        body: { role: 'crew_leader' },
      })
    }
    for (const id of [one, two])
      expect(await setRole(id, 'crew_member')).toMatchObject({
        status: 200,
        body: { role: 'crew_member' },
      })
    expect((await membersOf(team)).toSorted()).toEqual([one, two].toSorted())
  })
  it('a crew person is in one team: joining another leaves the first', async () => {
    const [a, b] = [await newTeam('First'), await newTeam('Second')]
    await join(a, person('crew'))
    expect((await join(b, person('crew'), manager)).body.members).toMatchObject([
      { id: person('crew') },
    ])
    expect([await membersOf(a), await membersOf(b)]).toEqual([[], [person('crew')]])
  })
  it('a crew owner leads several, sees all of them, and loses them with the role', async () => {
    const [a, b, c] = [await newTeam('Sub A'), await newTeam('Sub B'), await newTeam('Sub C')]
    const id = person('south-leader')
    await open.app.identity!.createAccount({
      email: email('south-leader'),
      name: 'Sofia Lind',
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const sofia = await open.as(email('south-leader'))
    await join(a, id)
    expect(await setRole(id, 'crew_owner')).toMatchObject({
      status: 200,
      body: { role: 'crew_owner' },
    })
    for (const team of [b, c, b])
      expect((await join(team, id)).body.members).toMatchObject([{ id }])
    expect(await crewPerson(id)).toMatchObject({
      team_id: a,
      team: 'Sub A',
      also_leads: [
        { id: b, name: 'Sub B' },
        { id: c, name: 'Sub C' },
      ],
    })
    const { body: own } = await sofia('GET /api/crew/team')
    expect([
      own.team.name,
      own.teams.map((one: { team: { name: string } }) => one.team.name),
    ]).toEqual(['Sub A', ['Sub A', 'Sub B', 'Sub C']])
    // Members of the other teams they lead see who that is.
    await join(c, person('crew'))
    const { body: crews } = await (await open.as(email('crew')))('GET /api/crew/team')
    expect([
      crews.team.name,
      crews.members.map((one: { id: string; is_leader: boolean }) => [one.id, one.is_leader]),
    ]).toEqual([
      'Sub C',
      [
        [id, true],
        [person('crew'), false],
      ],
    ])
    // The week lists only the teams they may assign work to.
    const ofWeek = async (who: typeof sofia) =>
      (
        await who('GET /api/schedule', { query: { from: '2030-01-06', to: '2030-01-12' } })
      ).body.teams.map((one: { name: string }) => one.name)
    expect([await ofWeek(sofia), await ofWeek(await open.as(email('crew')))]).toEqual([
      ['Sub A', 'Sub B', 'Sub C'],
      ['Sub C'],
    ])
    const customer = green().customers['casey']!.id
    await owner('POST /api/owner/customers/{id}/assign-team', {
      params: { id: customer },
      body: { team_id: c },
    })
    const seen = () =>
      sofia('GET /api/crew/customers').then(
        (reply) => reply.body.customers?.map((one: { id: string }) => one.id) ?? [],
      )
    expect(await seen()).toEqual([customer])
    const received = await listen(email('south-leader'))
    await owner('POST /api/owner/customers/{id}/assign-team', {
      params: { id: green().customers['quinn']!.id },
      body: { team_id: c },
    })
    expect(await received('customer_updated')).toContain(green().customers['quinn']!.id)
    expect(await leave(a, id)).toMatchObject({ status: 200, body: { members: [] } })
    expect(await leave(a, id)).toMatchObject({ status: 404 })
    expect(await crewPerson(id)).toMatchObject({ team_id: b, also_leads: [{ id: c }] })
    await owner('DELETE /api/owner/teams/{id}', { params: { id: b } })
    expect(await crewPerson(id)).toMatchObject({ team_id: c, also_leads: [] })
    await join(a, id)
    expect((await seen()).toSorted()).toEqual([customer, green().customers['quinn']!.id].toSorted())
    expect(await setRole(id, 'crew_leader')).toMatchObject({
      body: { role: 'crew_leader', team_id: c, also_leads: [] },
    })
    expect(await membersOf(a)).toEqual([])
  })
})

describe('adding a crew member', () => {
  const add = (body: object) => owner('POST /api/owner/crew-members', { body })
  const invite = (
    address: string,
    role: 'crew_member' | 'crew_leader' | 'manager' = 'crew_member',
  ) => owner('POST /api/owner/invitations', { body: { email: address, role } })
  it('and the invite is sent', async () => {
    expect((await add({ email: 'a1@mail.example' })).body.invite).toEqual({
      ok: true,
      invited: true,
      note: null,
      error: null,
    })
    expect(await lettersTo('a1@mail.example')).toHaveLength(1)
  })
  it('without an invite, which can be sent later', async () => {
    const made = await add({
      email: 'a2@mail.example',
      name: 'Ada Two',
      role: 'crew_leader',
      send_invite: false,
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        invite: { ok: true, invited: false, note: null, error: null },
        crew_member: { status: 'invited' },
      },
    })
    expect(await lettersTo('a2@mail.example')).toEqual([])
    expect((await invite('a2@mail.example', 'crew_leader')).body.invited).toBe(true)
    expect(await lettersTo('a2@mail.example')).toHaveLength(1)
  })
  it('whose last email bounced: added, with a note instead of an invite', async () => {
    await invite('a3@mail.example')
    await open.rows("update messages set status = 'failed' where recipient = 'a3@mail.example'")
    expect((await add({ email: 'a3@mail.example' })).body.invite).toEqual({
      ok: true,
      invited: false,
      note: 'Crew member created. No invite was sent: the last email to a3@mail.example bounced.',
      error: null,
    })
    expect((await invite('a3@mail.example')).body).toMatchObject({
      ok: true,
      invited: false,
      note: 'No invite was sent: the last email to a3@mail.example bounced.',
    })
  })
  it('who got five invites today: added, and the sixth fails', async () => {
    for (let n = 0; n < 5; n++) expect((await invite('a4@mail.example')).body.invited).toBe(true)
    expect(await invite('A4@mail.example')).toMatchObject({
      status: 409,
      body: { code: 'sent_often' },
    })
    const made = await add({ email: 'a4@mail.example' })
    expect(made).toMatchObject({
      status: 201,
      body: {
        crew_member: { email: 'a4@mail.example' },
        invite: { ok: false, invited: false, note: null },
      },
    })
    expect(made.body.invite.error).toBe(
      'a4@mail.example was invited often enough today. Please call, or try again tomorrow.',
    )
    expect(await lettersTo('a4@mail.example')).toHaveLength(5)
  })
  it('uses the role set before they accept', async () => {
    const made = await add({ email: 'a5@mail.example', role: 'crew_leader' })
    await setRole(made.body.crew_member.id, 'crew_member')
    const code = /code=(\w+)/.exec((await lettersTo('a5@mail.example'))[0]!.text)![1]!
    await open.app.identity!.createAccount({
      email: 'a5@mail.example',
      name: null,
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const claimed = await (
      await open.as('a5@mail.example')
    )('POST /api/public/invitations/{code}/claim', { params: { code } })
    expect(claimed).toMatchObject({ status: 200, body: { role: 'crew_member' } })
  })
  it('revoking an invite removes a person who never accepted, and no one else', async () => {
    const made = await add({ email: 'a6@mail.example' })
    const revoke = async (address: string) =>
      owner('POST /api/owner/invitations/{code}/revoke', {
        params: { code: (await invitationsTo(address)).at(-1)!.id },
      })
    expect(await revoke('a6@mail.example')).toMatchObject({ status: 200 })
    expect(await crewPerson(made.body.crew_member.id)).toBeUndefined()
    expect(await add({ email: 'a6@mail.example' })).toMatchObject({ status: 201 })
    await invite('crew@green-acres.example', 'crew_leader')
    await revoke('crew@green-acres.example')
    expect(await crewPerson(person('crew'))).toMatchObject({ status: 'active' })
  })
})

describe('the price of a service', () => {
  it('is exact to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 999_999_999 }), async (price_cents) => {
        const { body } = await owner('POST /api/owner/services', {
          body: { name: 'Any', price_cents, estimated_minutes: 1, description: 'd' },
        })
        expect(body.price_cents).toBe(price_cents)
        const changed = await owner('PATCH /api/owner/services/{id}', {
          params: { id: body.id },
          body: { price_cents: price_cents + 1 },
        })
        expect(changed.body.price_cents ?? changed.status).toBe(
          price_cents === 999_999_999 ? 422 : price_cents + 1,
        )
      }),
      { numRuns: 12, examples: [[0], [1], [999_999_999]] },
    )
    for (const price_cents of [-1, 0.5, 1_000_000_000, '10', null])
      expect(
        await owner.raw('POST /api/owner/services', {
          body: { name: 'Any', price_cents, estimated_minutes: 1, description: 'd' },
        }),
      ).toMatchObject({
        status: 422,
      })
  })
})
