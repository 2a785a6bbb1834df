import type { CallDeclaration } from '../../src/api/kit.ts'
import { sampleOf } from '../sample.ts'
import type { KnownIds } from './known-ids.ts'
import type { Ask, Caller } from './samples.ts'

/** Who of the demo world makes a call as each role. */
export const emails: Record<Caller, string> = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  crew_leader: 'leader@green-acres.example',
  crew_member: 'crew@green-acres.example',
  user: 'customer@green-acres.example',
  admin: 'admin@fieldhive.example',
  sales: 'sales@fieldhive.example',
}

/** Who makes a call: the first role that may, in an order in which the office comes first. */
export const callerOf = ({ roles: access }: CallDeclaration, key: string): Caller | null => {
  if (access === 'public') return null
  if (access === 'signed_in') return 'owner'
  const order: Caller[] = key.includes('/admin/') ? ['admin'] : []
  order.push('owner', 'crew_leader', 'user', 'sales', 'admin', 'crew_member', 'manager', 'payee')
  return order.find((role) => access[role]) ?? 'owner'
}

/** What may be sent, likeliest first: ids in different states, and only the fields that are needed, or all. */
export function guessesFor(ids: KnownIds, key: string, call: CallDeclaration): Ask[] {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const paths = names.map((name) => ids.inPath(key, name))
  const many = Math.max(1, ...paths.map((of) => of.length))
  const paramsAt = (at: number) =>
    Object.fromEntries(names.map((name, i) => [name, paths[i]![at % paths[i]!.length] ?? 'none']))
  return Array.from({ length: many }, (_, at) => paramsAt(at)).flatMap((params) =>
    (call.body || call.query ? [false, true] : [false]).map((isWhole) => ({
      params,
      ...(call.query && { query: sampleOf(call.query, ids.named, isWhole) as Ask['query'] & {} }),
      ...(call.body && { body: sampleOf(call.body, ids.named, isWhole) }),
    })),
  )
}
