import { customersNamedBy, type CallDeclaration } from '../api/kit.ts'
import { isUuid } from '../domain/id.ts'
import { readMerged } from './customers/merged.ts'
import { isMissingCustomer } from './db/door.ts'
import { Refused } from './refusals.ts'
import type { AnyCall, Handle } from './call-context.ts'

type Named = ReturnType<typeof customersNamedBy>

/**
 * The only place that resolves merged customers: makes a call find them under the old id. Filters
 * and lists of ids are resolved up front, since an unknown id is no error there; anything else only
 * if no customer has the id.
 */
export function followingMerged(key: string, declaration: CallDeclaration, handle: Handle): Handle {
  const named = customersNamedBy(key, declaration)
  if (typeof declaration.roles !== 'object') return handle
  return async (call) => {
    if (!call.actor?.organization_id) return handle(call)
    await replaceMerged(call, named, 'in filters')
    return handle(call).catch(async (fault: unknown) => {
      if (mayBeMerged(fault) && (await replaceMerged(call, named, 'anywhere'))) return handle(call)
      throw fault
    })
  }
}

const mayBeMerged = (fault: unknown): boolean =>
  (fault instanceof Refused && (fault.status === 404 || fault.status === 422)) ||
  isMissingCustomer(fault)

/** Replaces ids of merged customers with their current ones; true if there were any. */
async function replaceMerged(
  call: AnyCall,
  named: Named,
  where: 'in filters' | 'anywhere',
): Promise<boolean> {
  const places = placesOf(call, named, where)
  const ids = places.flatMap(({ value }) => value).filter(isId)
  if (!ids.length) return false
  const merged = await call.readOrg((tx) => readMerged(tx, ids))
  const kept = (id: unknown): unknown => merged.get(String(id).toLowerCase()) ?? id
  for (const { part, name, value } of places)
    part[name] = Array.isArray(value) ? value.map(kept) : kept(value)
  return merged.size > 0
}

const isId = (id: unknown): id is string => typeof id === 'string' && isUuid(id)

type Place = { part: Record<string, unknown>; name: string; value: unknown }

/** Where a call contains customer ids. */
const placesOf = (call: AnyCall, named: Named, where: 'in filters' | 'anywhere'): Place[] =>
  (['params', 'query', 'body'] as const).flatMap((kind) => {
    const part = call[kind]
    if (!part || typeof part !== 'object' || Array.isArray(part)) return []
    const fields = part as Record<string, unknown>
    return (kind === 'params' ? named.params : named.fields).flatMap((name) => {
      const value = fields[name]
      const isWanted = where === 'anywhere' || kind === 'query' || Array.isArray(value)
      return value === undefined || value === null || !isWanted
        ? []
        : [{ part: fields, name, value }]
    })
  })
