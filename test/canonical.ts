import type { Change } from './writes.ts'

/** Columns that say in which order or by whose clock things happened, which may differ. */
const orders = ['request_id', 'skew_ms', 'last_step']
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::[\d.]+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g
/** Tokens, keys and the provider's ids: another each time. */
const secret = /[\w+/=-]{20,}/g
/** Codes for signing in, as texts and their facts say them; amounts stand without quotes. */
const code = /(?<=["# ])\d{6}(?=["\\. ])/g

const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/**
 * What was changed, in a form that is the same however often the same things are done: rows in any
 * order, without ids and times of their own. `prepared`: rows made before that moment are told apart.
 */
export function canonical(
  changes: readonly Change[],
  prepared: { from: number; to: number },
): string[] {
  const text = JSON.stringify(changes)
  // Told apart within their table: which of two tables got its row first within a millisecond is chance.
  const tableOf = new Map(
    changes.map(({ table, before, after }) => [(after ?? before)?.['id'], table]),
  )
  const own = new Map<string, string>()
  const many = new Map<string, number>()
  for (const id of [...new Set(text.match(uuid))].toSorted()) {
    if (id[14] !== '7' || madeAt(id) < prepared.from || madeAt(id) > prepared.to) continue
    const table = tableOf.get(id) ?? 'made'
    const at = many.get(table) ?? 0
    own.set(id, `${table} ${at}`)
    many.set(table, at + 1)
  }
  const named = (id: string): string => {
    if (id[14] !== '7') return 'random'
    const made = own.get(id)
    if (made) return made
    return madeAt(id) > prepared.to ? 'new' : id.slice(-12)
  }
  const plain = (value: string): string =>
    value.replace(moment, '$1').replace(uuid, named).replace(secret, 'secret').replace(code, 'code')
  return changes
    .map(({ table, before, after }) => {
      const shown = { ...(after ?? before) }
      for (const name of orders) delete shown[name]
      if (table === 'events') delete shown['number']
      // Refused before or after they left the business: the log says where they were as the call began.
      if (table === 'security_events') delete shown['organization_id']
      if (!before) delete shown['id']
      return plain(`${table} ${after ? '' : 'gone '}${JSON.stringify(shown)}`)
    })
    .toSorted()
}
