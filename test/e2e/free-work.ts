import type { Call } from './sign-in.ts'

export type FreeWork = {
  start_date: string
  start_minutes?: number
  duration_minutes?: number
  team_id?: string
}

/** Adds a free leaf removal visit for a new customer no other journey uses; returns its id. */
export async function freeWork(office: Call, name: string, rule: FreeWork): Promise<string> {
  const { id, customer } = await office('POST', '/api/owner/customers', {
    name,
    status: 'active',
    street: '1 Far Rd',
    city: 'Raleigh',
    state: 'NC',
    zip: '27601',
  })
  const work = {
    customer_id: id ?? customer.id,
    service_key: 'leaves',
    pattern: 'once',
    billing_mode: 'none',
    ...rule,
  }
  return (await office('POST', '/api/schedule', work)).first_visit.occurrence_id
}
