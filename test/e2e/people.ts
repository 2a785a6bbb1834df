import { greenAcres, platformPeople, worldPassword } from '../../demo/data.ts'
import type { Role } from '../../src/domain/base/roles.ts'

const staff = (role: Role): string =>
  `${greenAcres.people.find((person) => person.role === role)!.key}@${greenAcres.domain}`
const platform = (role: 'admin' | 'sales'): string =>
  platformPeople.find((person) => person.role === role)!.email

/** The demo person for each role. */
export const people = {
  owner: staff('owner'),
  manager: staff('manager'),
  payee: staff('payee'),
  crew_leader: staff('crew_leader'),
  crew_member: staff('crew_member'),
  user: greenAcres.customers.find((customer) => customer.signs_in)!.email,
  /** A customer whose work may be ended: no other journey relies on it. */
  leaver: greenAcres.customers.find(({ key }) => key === 'declan')!.email,
  admin: platform('admin'),
  sales: platform('sales'),
} satisfies Partial<Record<Role | 'leaver', string>>
export type DemoRole = keyof typeof people

export const password = worldPassword
