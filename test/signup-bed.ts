import type { Selectable } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../db/schema.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// Shared setup of the sign-up tests: the world, the owner of Green Acres, a visitor without a session, and the permanent link's code.

export let open: OpenWorld
export let owner: Caller
export let visitor: Caller
export let code: string

export function openSignups(): void {
  beforeAll(async () => {
    open = await openWorld()
    owner = await open.as('owner@green-acres.example')
    visitor = open.anonymous
    code = open.world.green.permanent_code
  })
  afterAll(() => open?.close())
}

/** Rotates the permanent link; from here on `code` is the new one. */
export async function rotateCode(): Promise<void> {
  code = (await owner('POST /api/owner/invitations/permanent/rotate')).body.code
}

export const address = { street: '12 Elm St', city: 'Raleigh', state: 'nc', zip: '27601-1234' }
export const customersOf = (email: string) =>
  open.rows<
    Selectable<Database['customers']> & Record<'street' | 'city' | 'state' | 'zip', string>
  >(
    'select c.*, l.street, l.city, l.state, l.zip from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default where lower(c.email) = lower($1) and c.organization_id = $2',
    [email, open.world.green.id],
  )
