import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBed, type TestBed } from '../../schedule/visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

describe('POST /api/crew/shifts', () => {
  it('clock in, clock in again, clock out, clock out again', async () => {
    expect((await bed.ask('max', 'GET /api/crew/shifts/current')).body).toMatchObject({
      active: false,
      shift_id: null,
    })
    const { body } = await bed.ask('max', 'POST /api/crew/shifts/clock-in', {
      lat: 35.99,
      lng: -78.9,
      accuracy: 12,
    })
    expect(body).toMatchObject({
      active: true,
      ended_at: null,
      needs_review: false,
      location: { lat: 35.99, lng: -78.9, accuracy: 12 },
    })
    expect((await bed.ask('max', 'POST /api/crew/shifts/clock-in')).body.shift_id).toBe(
      body.shift_id,
    )
    expect((await bed.ask('max', 'GET /api/crew/shifts/current')).body).toEqual(body)
    expect((await bed.ask('lea', 'GET /api/crew/shifts/current')).body.active).toBe(false)
    const out = (await bed.ask('max', 'POST /api/crew/shifts/clock-out', {})).body
    expect(out).toMatchObject({
      active: false,
      shift_id: body.shift_id,
      started_at: body.started_at,
    })
    expect(Date.parse(out.ended_at)).toBeGreaterThanOrEqual(Date.parse(out.started_at))
    expect(await bed.ask('max', 'POST /api/crew/shifts/clock-out', {})).toMatchObject({
      status: 200,
      body: { active: false, shift_id: null },
    })
    expect(
      (await bed.events('shift.changed')).map((event) => [
        (event.data as { status: string }).status,
        event.team_ids,
      ]),
    ).toEqual([
      ['on', [bed.ids.north]],
      ['off', [bed.ids.north]],
    ])
  })

  it('many simultaneous clock-ins create one shift', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => bed.ask('lea', 'POST /api/crew/shifts/clock-in', {})),
    )
    expect(new Set(answers.map((answer) => answer.body.shift_id)).size).toBe(1)
  })

  it('flags a forgotten shift after 14 hours and keeps it running', async () => {
    await bed.write((tx) =>
      tx
        .updateTable('shifts')
        .set({ started_at: new Date(Date.now() - 15 * 3_600_000).toISOString() })
        .where('person_id', '=', bed.actor('lea').person_id)
        .execute(),
    )
    expect((await bed.ask('lea', 'GET /api/crew/shifts/current')).body).toMatchObject({
      active: true,
      needs_review: true,
    })
  })

  describe('clocking in and out offline', () => {
    const hour = 3_600_000
    const ago = (hours: number) => ({ waited_ms: hours * hour })
    const clock = async (act: 'in' | 'out', hours: number) =>
      (await bed.ask('ben', `POST /api/crew/shifts/clock-${act}`, ago(hours))).body
    /** This many hours ago, to the minute. */
    const hoursAgo = (moment: string | null) =>
      moment && Math.round((Date.now() - Date.parse(moment)) / 60_000) / 60

    it('a shift starts and ends when the buttons were pressed', async () => {
      const began = await clock('in', 9)
      expect([began.active, hoursAgo(began.started_at)]).toEqual([true, 9])
      const ended = await clock('out', 6)
      expect([
        ended.active,
        ended.shift_id,
        hoursAgo(ended.started_at),
        hoursAgo(ended.ended_at),
      ]).toEqual([false, began.shift_id, 9, 6])
    })

    it('counts nothing twice when resent or pressed on a second phone', async () => {
      expect((await clock('in', 7)).active).toBe(false)
      const next = await clock('in', 2)
      expect(hoursAgo(next.started_at)).toBe(2)
      expect((await clock('in', 1)).shift_id).toBe(next.shift_id)
      // Resending the end of the previous shift doesn't end the current one.
      expect(await clock('out', 6)).toMatchObject({ active: true, shift_id: next.shift_id })
      expect(await clock('out', 1)).toMatchObject({ active: false, shift_id: next.shift_id })
      expect((await clock('out', 1)).active).toBe(false)
      const mine = await bed.write((tx) =>
        tx
          .selectFrom('shifts')
          .select(['started_at', 'ended_at'])
          .where('person_id', '=', bed.actor('ben').person_id)
          .orderBy('started_at')
          .execute(),
      )
      expect(
        mine.map(({ started_at, ended_at }) => [hoursAgo(started_at), hoursAgo(ended_at)]),
      ).toEqual([
        [9, 6],
        [2, 1],
      ])
    })

    it('handles presses that arrive out of order', async () => {
      const at = async (act: 'in' | 'out', waited_ms: number) =>
        (await bed.ask('max', `POST /api/crew/shifts/clock-${act}`, { waited_ms })).body
      // A shift that started after the press is a different one.
      await at('in', 0)
      await at('out', 0)
      const first = await at('in', hour)
      const out = await at('out', hour + 3000)
      expect([out.shift_id, out.ended_at]).toEqual([first.shift_id, first.started_at])
      const second = await at('in', hour + 2000)
      expect([second.active, second.started_at]).toEqual([true, out.ended_at])
      expect((await at('out', hour / 2)).shift_id).toBe(second.shift_id)
    })

    it.each([
      [-1, 422],
      [72.1, 422],
      [72, 200],
    ])('%d hours ago: %i', async (hours, status) => {
      expect((await bed.ask('max', 'POST /api/crew/shifts/clock-out', ago(hours))).status).toBe(
        status,
      )
    })
  })

  it('403 for the office, 422 for an invalid location', async () => {
    expect((await bed.ask('olga', 'POST /api/crew/shifts/clock-in', {})).status).toBe(403)
    expect(
      (await bed.ask('ben', 'POST /api/crew/shifts/clock-in', { lat: 200, lng: 0 })).status,
    ).toBe(422)
  })
})

describe('GET /api/crew/team', () => {
  it('returns the team, leaders first', async () => {
    const { body } = await bed.ask('max', 'GET /api/crew/team')
    expect(body.team).toMatchObject({ id: bed.ids.north, name: 'North' })
    expect(
      body.members.map((member: { name: string; is_leader: boolean; is_you: boolean }) => [
        member.name,
        member.is_leader,
        member.is_you,
      ]),
    ).toEqual([
      ['lea', true, false],
      ['max', false, true],
    ])
  })

  it('404 no_team: You are not assigned to a team yet', async () => {
    expect(await bed.ask('idle', 'GET /api/crew/team')).toMatchObject({
      status: 404,
      body: { code: 'no_team', error: 'You are not assigned to a team yet' },
    })
  })
})

describe('GET /api/crew/customers', () => {
  it('returns active customers of the team, by assignment or by work', async () => {
    const assigned = await bed.addCustomer('Assigned', { team_id: bed.ids.north })
    const archived = await bed.addCustomer('Archived', {
      team_id: bed.ids.north,
      status: 'archived',
    })
    await bed.addRule({ customer_id: bed.ids.cleo })
    const ids = (await bed.ask('lea', 'GET /api/crew/customers')).body.customers.map(
      (customer: { id: string }) => customer.id,
    )
    expect(ids).toEqual(expect.arrayContaining([assigned, bed.ids.cleo]))
    expect(ids).not.toContain(archived)
    expect(ids).not.toContain(bed.ids.bob)
    expect((await bed.ask('ben', 'GET /api/crew/customers')).body.customers).toEqual([])
    expect((await bed.ask('max', 'GET /api/crew/customers')).status).toBe(403)
  })
})

describe('PUT /api/crew/customers/{id}', () => {
  it('updates the contact and nothing else', async () => {
    const { status, body } = await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, {
      phone_number: '(919) 555-0100',
      street: '7 Elm St',
      city: 'Cary',
      state: 'nc',
      zip: '27511-1234',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Cleo',
      phone_number: '+19195550100',
      street: '7 Elm St',
      city: 'Cary',
      state: 'NC',
      zip: '27511',
    })
    expect(
      await bed.write((tx) =>
        tx
          .selectFrom('customers')
          .select(['phone_number', 'status'])
          .where('id', '=', bed.ids.cleo)
          .executeTakeFirst(),
      ),
    ).toEqual({
      phone_number: '+19195550100',
      status: 'active',
    })
    expect((await bed.events('customer.changed')).at(-1)!.customer_id).toBe(bed.ids.cleo)
    expect(
      await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { name: 'Nobody' }),
    ).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
  })

  it('409 email_taken, 422 for an invalid email address, 404 for another team’s customer', async () => {
    expect(
      await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { email: 'BOB@example.com' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'email_taken', error: 'Another customer has this email address.' },
    })
    expect(
      (await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { email: 'nowhere' }))
        .status,
    ).toBe(422)
    expect(
      (await bed.ask('ben', `PUT /api/crew/customers/${bed.ids.cleo}`, { street: '1 A St' }))
        .status,
    ).toBe(404)
    expect(
      (await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.theirs}`, { street: '1 A St' }))
        .status,
    ).toBe(404)
  })
})
