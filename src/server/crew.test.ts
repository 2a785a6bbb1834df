import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBed, type TestBed } from './schedule/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

describe('POST /api/crew/shifts', () => {
  it('clock in, clock in again, clock out, clock out again', async () => {
    expect((await bed.ask('max', 'GET /api/crew/shifts/current')).body).toMatchObject({ active: false, shift_id: null })
    const { body } = await bed.ask('max', 'POST /api/crew/shifts/clock-in', { lat: 35.99, lng: -78.9, accuracy: 12 })
    expect(body).toMatchObject({ active: true, ended_at: null, needs_review: false, location: { lat: 35.99, lng: -78.9, accuracy: 12 } })
    expect((await bed.ask('max', 'POST /api/crew/shifts/clock-in')).body.shift_id).toBe(body.shift_id)
    expect((await bed.ask('max', 'GET /api/crew/shifts/current')).body).toEqual(body)
    expect((await bed.ask('lea', 'GET /api/crew/shifts/current')).body.active).toBe(false)
    const out = (await bed.ask('max', 'POST /api/crew/shifts/clock-out', {})).body
    expect(out).toMatchObject({ active: false, shift_id: body.shift_id, started_at: body.started_at })
    expect(Date.parse(out.ended_at)).toBeGreaterThanOrEqual(Date.parse(out.started_at))
    expect(await bed.ask('max', 'POST /api/crew/shifts/clock-out', {})).toMatchObject({ status: 200, body: { active: false, shift_id: null } })
    expect((await bed.events('shift.changed')).map((event) => [(event.data as { status: string }).status, event.team_ids])).toEqual([
      ['on', [bed.ids.north]],
      ['off', [bed.ids.north]],
    ])
  })

  it('many clock-ins at once are one shift', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => bed.ask('lea', 'POST /api/crew/shifts/clock-in', {})))
    expect(new Set(answers.map((answer) => answer.body.shift_id)).size).toBe(1)
  })

  it('a forgotten shift is marked after 14 hours and goes on', async () => {
    await bed.write((tx) =>
      tx
        .updateTable('shifts')
        .set({ started_at: new Date(Date.now() - 15 * 3_600_000).toISOString() })
        .where('person_id', '=', bed.actor('lea').person_id)
        .execute(),
    )
    expect((await bed.ask('lea', 'GET /api/crew/shifts/current')).body).toMatchObject({ active: true, needs_review: true })
  })

  it('403 for the office, 422 for a place that is none', async () => {
    expect((await bed.ask('olga', 'POST /api/crew/shifts/clock-in', {})).status).toBe(403)
    expect((await bed.ask('ben', 'POST /api/crew/shifts/clock-in', { lat: 200, lng: 0 })).status).toBe(422)
  })
})

describe('GET /api/crew/team', () => {
  it('names the team, leaders first', async () => {
    const { body } = await bed.ask('max', 'GET /api/crew/team')
    expect(body.team).toMatchObject({ id: bed.ids.north, name: 'North' })
    expect(body.members.map((member: { name: string; is_leader: boolean; is_you: boolean }) => [member.name, member.is_leader, member.is_you])).toEqual([
      ['lea', true, false],
      ['max', false, true],
    ])
  })

  it('404 no_team: You are not assigned to a team yet', async () => {
    expect(await bed.ask('idle', 'GET /api/crew/team')).toMatchObject({ status: 404, body: { code: 'no_team', error: 'You are not assigned to a team yet' } })
  })
})

describe('GET /api/crew/customers', () => {
  it('shows active customers of the team, by assignment or by work', async () => {
    const assigned = await bed.addCustomer('Assigned', { team_id: bed.ids.north })
    const archived = await bed.addCustomer('Archived', { team_id: bed.ids.north, status: 'archived' })
    await bed.addRule({ customer_id: bed.ids.cleo })
    const ids = (await bed.ask('lea', 'GET /api/crew/customers')).body.customers.map((customer: { id: string }) => customer.id)
    expect(ids).toEqual(expect.arrayContaining([assigned, bed.ids.cleo]))
    expect(ids).not.toContain(archived)
    expect(ids).not.toContain(bed.ids.bob)
    expect((await bed.ask('ben', 'GET /api/crew/customers')).body.customers).toEqual([])
    expect((await bed.ask('max', 'GET /api/crew/customers')).status).toBe(403)
  })
})

describe('PUT /api/crew/customers/{id}', () => {
  it('corrects the contact and nothing else', async () => {
    const { status, body } = await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, {
      phone_number: '(919) 555-0100',
      street: '7 Elm St',
      city: 'Cary',
      state: 'nc',
      zip: '27511-1234',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Cleo', phone_number: '+19195550100', street: '7 Elm St', city: 'Cary', state: 'NC', zip: '27511' })
    expect(await bed.write((tx) => tx.selectFrom('customers').select(['phone_number', 'status']).where('id', '=', bed.ids.cleo).executeTakeFirst())).toEqual({
      phone_number: '+19195550100',
      status: 'active',
    })
    expect((await bed.events('customer.changed')).at(-1)!.customer_id).toBe(bed.ids.cleo)
    expect(await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { name: 'Nobody' })).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
  })

  it('422 for an e-mail that is another’s, or none; 404 for another team’s customer', async () => {
    expect(await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { email: 'BOB@example.com' })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Another customer has this e-mail.' } },
    })
    expect((await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.cleo}`, { email: 'nowhere' })).status).toBe(422)
    expect((await bed.ask('ben', `PUT /api/crew/customers/${bed.ids.cleo}`, { street: '1 A St' })).status).toBe(404)
    expect((await bed.ask('lea', `PUT /api/crew/customers/${bed.ids.theirs}`, { street: '1 A St' })).status).toBe(404)
  })
})
