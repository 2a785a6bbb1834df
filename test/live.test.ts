import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import type { LiveEvent, LiveType } from '../src/domain/base/live.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

/** Everyone with a live stream: the office, two crews, two customers, and the owner of another business. */
const seats = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  leader: 'leader@green-acres.example',
  crew: 'crew@green-acres.example',
  south: 'south-leader@green-acres.example',
  west: 'west-crew@green-acres.example',
  casey: 'customer@green-acres.example',
  declan: 'declined@green-acres.example',
  stranger: 'owner@bright-side.example',
} as const
type Seat = keyof typeof seats

let open: OpenWorld
const as = {} as Record<Seat, Caller>
const heard = {} as Record<Seat, LiveEvent[]>
const closing = new AbortController()

/** Collects a stream's events as a browser would: when the server ends it (to reload permissions), reconnects after the last event. */
async function listen(name: Seat, email: string): Promise<void> {
  const token = await open.app.identity!.issueToken(email)
  heard[name] = []
  let last: string | undefined
  const connect = async () => {
    const headers = { authorization: `Bearer ${token}`, ...(last ? { 'last-event-id': last } : {}) }
    const answer = await fetch(`${open.url}/api/sse`, { headers, signal: closing.signal })
    expect([name, answer.status]).toEqual([name, 200])
    return answer.body!
  }
  const read = async (stream: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of stream) {
      const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        last = /^id: (.*)$/m.exec(frame)?.[1] ?? last
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (data && !frame.startsWith('event: closed'))
          heard[name].push(JSON.parse(data) as LiveEvent)
      }
    }
  }
  const first = await connect()
  void (async () => {
    for (let stream = first; ; stream = await connect()) await read(stream)
  })().catch(() => {})
}

const names = Object.keys(seats) as Seat[]
const everyone = names.filter((name) => name !== 'stranger')
let marks = 0

/** Runs an action and returns who received which of its events. */
async function afterwards(
  act: () => Promise<unknown>,
  until?: LiveType,
): Promise<Partial<Record<LiveType, Seat[]>>> {
  const before = Object.fromEntries(names.map((name) => [name, heard[name].length])) as Record<
    Seat,
    number
  >
  await act()
  if (until)
    await open.until(
      async () => heard.owner.slice(before.owner).some(({ type }) => type === until),
      `the owner receives ${until}`,
    )
  // An event for everyone marks the end: once received, all earlier ones have arrived.
  const website = `https://green-acres.example/${marks++}`
  expect(
    (
      await as.owner('POST /api/owner/organization/update', {
        body: { id: open.world.green.id, website },
      })
    ).status,
  ).toBe(200)
  const isMark = ({ type }: LiveEvent) => type === 'organization_updated'
  await open.until(
    async () => everyone.every((name) => heard[name].slice(before[name]).some(isMark)),
    'everyone receives the marker',
  )
  // Meanwhile the demo world goes on: a neighbor's bank debit settles a minute after it was built. All actions here are about Casey.
  const isOthers = ({ customer_id }: LiveEvent) =>
    customer_id !== null && customer_id !== open.world.green.customers['casey']!.id
  const received: Partial<Record<LiveType, Seat[]>> = {}
  for (const name of names) {
    for (const type of new Set(
      heard[name]
        .slice(before[name])
        .flatMap((event) => (isMark(event) || isOthers(event) ? [] : [event.type])),
    ))
      (received[type] ??= []).push(name)
  }
  return received
}

const ok = async <Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> => {
  const { status, body } = await answer
  expect([status < 300, body]).toEqual([true, body])
  return body
}

let mowing: string
beforeAll(async () => {
  open = await openWorld()
  // Demo people who haven't signed in before.
  for (const email of [seats.south, seats.west])
    await open.app.identity!.createAccount({
      email,
      name: email,
      password: 'a long enough secret',
      email_verified: true,
    })
  for (const name of names) as[name] = await open.as(seats[name])
  await Promise.all(names.map((name) => listen(name, seats[name])))
  mowing = open.world.green.customers['casey']!.rules[0]!.id
})
afterAll(async () => {
  closing.abort()
  await open?.close()
})

const inDays = (days: number) => addDays(open.world.green.today, days)
const visit = (call: string, body: object) =>
  ok(as.owner.raw(`POST /api/schedule/{rule_id}/${call}`, { params: { rule_id: mowing }, body }))

describe('a live event reaches exactly the roles that may see it', () => {
  const northWork: Seat[] = ['owner', 'manager', 'leader', 'crew', 'casey']

  it('visits: the customer, the old and new crews, and the office', async () => {
    expect(
      await afterwards(() => visit('reschedule', { from_date: inDays(7), to_date: inDays(8) })),
    ).toEqual({ schedule_updated: northWork })
    expect(await afterwards(() => visit('skip', { date: inDays(14) }))).toEqual({
      schedule_skipped: northWork,
    })
    expect(await afterwards(() => visit('restore', { date: inDays(14) }))).toEqual({
      occurrence_updated: northWork,
    })
    const toSouth = {
      rule_id: mowing,
      date: inDays(14),
      team_id: open.world.green.teams['South Crew']!,
      apply_team_to: 'date' as const,
    }
    expect(
      await afterwards(() => ok(as.owner('POST /api/schedule/set-time', { body: toSouth }))),
    ).toEqual({
      occurrence_updated: ['owner', 'manager', 'leader', 'crew', 'south', 'casey'],
    })
    expect(
      await afterwards(() =>
        ok(
          as.south('POST /api/schedule/set-time', {
            body: { rule_id: mowing, date: inDays(14), start_time: '10:00' },
          }),
        ),
      ),
    ).toEqual({
      occurrence_updated: ['owner', 'manager', 'south', 'casey'],
    })
  })

  it('completed and paid work: the visit to the crew, the money to roles that may see money', async () => {
    const received = await afterwards(
      () => visit('complete', { date: inDays(0), collect: true }),
      'invoice_paid',
    )
    expect(received).toEqual({
      schedule_completed: northWork,
      invoice_updated: ['owner', 'manager', 'payee', 'leader', 'crew', 'casey'],
      invoice_paid: ['owner', 'manager', 'payee', 'leader', 'crew', 'casey'],
    })
    const [paid] = await open.rows<{ provider_intent_id: string }>(
      "select provider_intent_id from payments where customer_id = $1 and status = 'succeeded' and refunded_cents = 0 order by captured_at desc limit 1",
      [open.world.green.customers['casey']!.id],
    )
    const refund = { payment_intent: paid!.provider_intent_id, amount_minor: 100 }
    const refunded = await afterwards(
      () => ok(as.owner('POST /api/owner/stripe/refund', { body: refund, key: 'live-refund-1' })),
      'payment_updated',
    )
    expect(refunded.payment_updated).toEqual(['owner', 'manager', 'payee', 'casey'])
  })

  it('requests: the office, the crew’s leader and the customer', async () => {
    const asked = ['owner', 'manager', 'leader', 'casey']
    const occurrence_id = `${open.world.green.customers['casey']!.rules[0]!.series_id}:${inDays(21)}`
    let id = ''
    expect(
      await afterwards(async () => {
        id = (
          await ok(
            as.casey('POST /api/users/request-reschedule', {
              body: { date: inDays(21), occurrence_id },
            }),
          )
        ).request.id
      }),
    ).toEqual({ request_updated: asked })
    const denied = { params: { id }, body: { status: 'denied' as const, reason: 'No crew' } }
    expect(
      await afterwards(() =>
        ok(as.manager('POST /api/owner/customer-requests/{id}/resolve', denied)),
      ),
    ).toEqual({ request_updated: asked })
  })

  it('a rule being added, changed and ended', async () => {
    const rule = {
      customer_id: open.world.green.customers['casey']!.id,
      service_key: 'edging',
      team_id: open.world.green.teams['North Crew']!,
      pattern: 'weekly' as const,
    }
    let rule_id = ''
    expect(
      await afterwards(async () => {
        rule_id = (
          await ok(
            as.owner('POST /api/schedule', {
              body: { ...rule, start_date: inDays(1), end_date: inDays(100) },
              key: 'live-rule-1',
            }),
          )
        ).rule_id
      }),
    ).toEqual({ schedule_updated: northWork })
    const team = { params: { rule_id }, body: { team_id: open.world.green.teams['West Crew']! } }
    expect(
      await afterwards(() => ok(as.owner('PATCH /api/schedule/{rule_id}/team', team))),
    ).toEqual({
      schedule_updated: ['owner', 'manager', 'leader', 'crew', 'west', 'casey'],
    })
    // One date belongs to another crew, which loses it and gets it back with the rest.
    const south = {
      rule_id,
      date: inDays(15),
      team_id: open.world.green.teams['South Crew']!,
      apply_team_to: 'date' as const,
    }
    await afterwards(() => ok(as.owner('POST /api/schedule/set-time', { body: south })))
    const rests = await afterwards(() =>
      ok(
        as.owner('POST /api/schedule/{rule_id}/pause', {
          params: { rule_id },
          body: { from: inDays(9) },
        }),
      ),
    )
    expect(rests.schedule_updated).toEqual(['owner', 'manager', 'south', 'west', 'casey'])
    await afterwards(() =>
      ok(as.owner('POST /api/schedule/{rule_id}/resume', { params: { rule_id } })),
    )
    let edit_id = ''
    const ended = await afterwards(async () => {
      edit_id = (
        await ok(
          as.owner('POST /api/schedule/{rule_id}/end', {
            params: { rule_id },
            body: { end_date: inDays(10) },
          }),
        )
      ).edit_id!
    })
    expect(ended.schedule_removed).toEqual(['owner', 'manager', 'south', 'west', 'casey'])
    const undone = await afterwards(() =>
      ok(as.owner('POST /api/schedule/edits/{id}/undo', { params: { id: edit_id } })),
    )
    expect(undone.schedule_updated).toEqual(['owner', 'manager', 'south', 'west', 'casey'])
  })

  it('misc events: all staff, or one crew', async () => {
    const event = { title: 'Training', date: inDays(2) }
    expect(
      await afterwards(() => ok(as.owner('POST /api/owner/misc-events', { body: event }))),
    ).toEqual({
      schedule_updated: ['owner', 'manager', 'leader', 'crew', 'south', 'west'],
    })
    const south = { ...event, team_id: open.world.green.teams['South Crew'] }
    expect(
      await afterwards(() => ok(as.owner('POST /api/owner/misc-events', { body: south }))),
    ).toEqual({ schedule_updated: ['owner', 'manager', 'south'] })
  })

  it('shifts: the person, their leader and the office', async () => {
    expect(
      await afterwards(() => ok(as.crew('POST /api/crew/shifts/clock-in', { body: {} }))),
    ).toEqual({
      shift_updated: ['owner', 'manager', 'leader', 'crew'],
    })
    expect(
      await afterwards(() => ok(as.crew('POST /api/crew/shifts/clock-out', { body: {} }))),
    ).toEqual({
      shift_updated: ['owner', 'manager', 'leader', 'crew'],
    })
    expect(
      await afterwards(() => ok(as.west('POST /api/crew/shifts/clock-in', { body: {} }))),
    ).toEqual({ shift_updated: ['owner', 'manager', 'west'] })
  })

  it('invitations: the office and the leaders of crews', async () => {
    const invite = { body: { via: 'qr' as const, ttl_hours: 24 } }
    expect(
      await afterwards(() => ok(as.leader('POST /api/owner/invitations/create', invite))),
    ).toEqual({ invitation_updated: ['owner', 'manager', 'leader', 'south'] })
  })

  it('teams and customers', async () => {
    const rename = {
      params: { id: open.world.green.teams['North Crew']! },
      body: { name: 'North Team' },
    }
    expect(await afterwards(() => ok(as.owner('PATCH /api/owner/teams/{id}', rename)))).toEqual({
      team_updated: ['owner', 'manager', 'leader', 'crew'],
    })
    const { id } = await ok(as.owner('POST /api/owner/teams', { body: { name: 'Short-lived' } }))
    // Customers saw its name on their visits, so they get an event, too, but not that it's about a team.
    const before = new Map<Seat, number>(everyone.map((name) => [name, heard[name].length]))
    await ok(as.owner('DELETE /api/owner/teams/{id}', { params: { id }, body: {} }))
    const hasEvent = (name: Seat) =>
      heard[name].slice(before.get(name)).some(({ type }) => type === 'organization_updated')
    await open.until(async () => everyone.every(hasEvent), 'everyone hears that a team is gone')
    const tags = {
      params: { id: open.world.green.customers['casey']!.id },
      body: { tags: ['gate code'] },
    }
    const tagged = await afterwards(() => ok(as.owner('PUT /api/owner/customers/{id}/tags', tags)))
    expect(tagged.customer_updated?.filter((name) => name !== 'casey')).toEqual([
      'owner',
      'manager',
      'payee',
      'leader',
      'crew',
    ])
  })

  it('reloads a person whose profile changed, without missing events meanwhile, and notifies coworkers', async () => {
    expect(
      await afterwards(() => ok(as.crew('PUT /api/users/update-me', { body: { name: 'Cam R.' } }))),
    ).toEqual({
      profile_updated: ['crew'],
      team_updated: ['owner', 'manager', 'leader', 'crew'],
    })
  })

  it('another business receives none of these events', async () => {
    expect(heard.stranger).toEqual([])
    expect(
      (
        await as.stranger('POST /api/owner/organization/update', {
          body: { id: open.world.bright.id, website: 'https://bright-side.example/new' },
        })
      ).status,
    ).toBe(200)
    await open.until(
      async () => heard.stranger.length > 0,
      'the other business receives its own event',
    )
    expect(heard.stranger.map(({ type }) => type)).toEqual(['organization_updated'])
  })
})
