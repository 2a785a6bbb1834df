import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { serviceTemplates } from '../../../domain/base/service-templates.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

describe('GET /api/owner/first-steps', () => {
  const steps = async () => (await owner('GET /api/owner/first-steps')).body.steps
  const unhide = () =>
    open.rows('update organizations set first_steps_hidden_at = null where id = $1', [
      open.world.bright.id,
    ])

  it('ticks itself off, is gone when complete, and stays away once hidden', async () => {
    await unhide()
    const done = async () =>
      Object.fromEntries(
        (await steps())!.map(({ step, done: is }: { step: string; done: boolean }) => [step, is]),
      )
    expect(await done()).toMatchObject({ service: true, team: true, customer: true, logo: false })
    await open.rows('update organizations set logo = $2::jsonb where id = $1', [
      open.world.bright.id,
      '{"url":"/x.png","width":1,"height":1}',
    ])
    await open.rows('update organizations set stripe_charges_enabled = true where id = $1', [
      open.world.bright.id,
    ])
    expect(await steps()).toBeNull()
    await open.rows('update organizations set logo = null where id = $1', [open.world.bright.id])
    expect(await steps()).not.toBeNull()
    expect((await owner('POST /api/owner/first-steps/hide')).body).toEqual({ steps: null })
    expect(await steps()).toBeNull()
  })

  it('403 for a crew', async () => {
    const crew = await open.as('crew@green-acres.example')
    expect((await crew('GET /api/owner/first-steps')).status).toBe(403)
  })
})

describe('POST /api/owner/services/many', () => {
  it('adds a trade’s services once, with the prices given', async () => {
    const services = serviceTemplates['House Washing'].map((one) => ({ ...one, price_cents: 7700 }))
    const before = (await owner('GET /api/owner/services')).body.services.length
    const first = await owner('POST /api/owner/services/many', { body: { services } })
    expect(first.status).toBe(201)
    const added = first.body.services.filter(
      ({ price_cents }: { price_cents: number }) => price_cents === 7700,
    )
    const names = new Set(added.map(({ name }: { name: string }) => name))
    expect(names.has('Roof')).toBe(true)
    expect(first.body.services).toHaveLength(before + added.length)
    const again = await owner('POST /api/owner/services/many', { body: { services } })
    expect(again.body.services).toHaveLength(first.body.services.length)
  })

  it('422 for none', async () => {
    expect(await owner('POST /api/owner/services/many', { body: { services: [] } })).toMatchObject({
      status: 422,
    })
  })
})
