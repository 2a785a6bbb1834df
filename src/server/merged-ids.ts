import { customersNamedBy, type CallDeclaration } from '../api/kit.ts'
import { isUuid } from '../domain/id.ts'
import { readMerged } from './customers/merged.ts'
import { isAboutNobody } from './db/door.ts'
import { Refused } from './refusals.ts'
import type { AnyCall, Handle } from './call-context.ts'

type Named = ReturnType<typeof customersNamedBy>

/**
 * Handles a call so that a customer who was merged into another is found under the old id too: the only place that does it. Filters and
 * lists of ids are looked up first, since an unknown id is no fault there; anything else only when no customer has that id.
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
  isAboutNobody(fault)

/** Puts the ids of the customers kept in the places of merged ones; true if there was one. */
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

/** Where a call names customers. */
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
