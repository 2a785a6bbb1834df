// One short line for each address and object, committed, so that a new version of the Stripe package
// shows in a diff what it changes for us.
import { createHash } from 'node:crypto'
import type { Derived, Schema } from './derive.ts'

/** `POST /v1/refunds sent 3f2a9c11`, sorted. */
export function digestsOf({ routes, objects, definitions }: Derived): string[] {
  const named = new Set(Object.values(objects).map((schema) => schema.$ref as string))
  const digest = (schema: Schema | null) => {
    const text = JSON.stringify(reached(schema ?? {}, definitions, named))
    return createHash('sha256').update(text).digest('hex').slice(0, 8)
  }
  const shown = new Set(
    Object.values(routes).flatMap(({ answer }) => [
      answer.$ref,
      ((answer.properties as Record<string, Schema>)?.data?.items as Schema)?.$ref,
    ]),
  )
  return [
    ...Object.entries(routes).map(([route, { request }]) => `${route} ${digest(request)}`),
    ...Object.entries(objects)
      .filter(([, schema]) => shown.has(schema.$ref))
      .map(([name, schema]) => `${name} ${digest(schema)}`),
  ].toSorted()
}

/** A schema with everything in it except other objects, which have lines of their own. */
function reached(start: Schema, definitions: Derived['definitions'], named: ReadonlySet<string>) {
  const found: string[] = []
  const seen = new Set<string>()
  const waiting: Schema[] = [start]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const text = JSON.stringify(next)
    // The numbers in the names of definitions depend on the order in which they are met.
    found.push(text.replaceAll(/(definitions\/\w+)_\d+"/g, '$1"'))
    for (const [, name] of text.matchAll(/definitions\/(\w+)"/g)) {
      const isOther = named.has(`#/definitions/${name}`) && next !== start
      if (!isOther && !seen.has(name!)) waiting.push(definitions[name!]!)
      seen.add(name!)
    }
  }
  return found.toSorted()
}
