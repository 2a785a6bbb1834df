import { z } from 'zod'

type Json = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  allOf?: Json[]
  oneOf?: Json[]
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  pattern?: string
  default?: unknown
}

const byName: [RegExp, unknown][] = [
  [/email/, 'someone.new@mail.example'],
  [/phone/, '(919) 555-0188'],
  [/^zip$/, '27601'],
  [/^state$/, 'NC'],
  [/_url$|website/, 'https://example.com/x'],
  [/date|resume_on|^from$|^to$/, '2031-03-04'],
  [/start_time/, '09:30'],
  [/time_?zone/, 'America/New_York'],
]

/** What to put where an id belongs: the same everywhere, or one by the field's name. */
type Ids = string | ((name: string) => string)

/** A value that fits a schema, guessed from types and names. */
export function sampleOf(schema: z.ZodType, ids: Ids, all = true): unknown {
  return sample(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json,
    '',
    ids,
    all,
  )
}

export type NumberField = { path: string[]; minimum: number }

/** Every whole number or other number a schema takes, with its lower bound. */
export function numberFieldsOf(schema: z.ZodType): NumberField[] {
  const found = new Map<string, NumberField>()
  const walk = (part: Json, path: string[]): void => {
    for (const [field, one] of Object.entries(part.properties ?? {})) walk(one, [...path, field])
    for (const one of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])])
      walk(one, path)
    if (part.items) walk(part.items, [...path, '0'])
    const isNumber = [part.type].flat().some((type) => type === 'integer' || type === 'number')
    if (!isNumber) return
    const minimum = part.minimum ?? part.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
    const known = found.get(path.join('.'))
    found.set(path.join('.'), { path, minimum: Math.min(minimum, known?.minimum ?? minimum) })
  }
  walk(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json,
    [],
  )
  return [...found.values()]
}

function sample(schema: Json, name: string, ids: Ids, all: boolean): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, ids, all)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices)
    return sample(choices.find((choice) => choice.type !== 'null') ?? choices[0]!, name, ids, all)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([field]) => all || schema.required?.includes(field),
    )
    return Object.fromEntries(wanted.map(([field, part]) => [field, sample(part, field, ids, all)]))
  }
  if (type === 'array')
    return [sample(schema.items ?? { type: 'string' }, name.replace(/s$/, ''), ids, all)]
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (schema.format === 'uuid' || /(^|_)ids?$/.test(name))
    return typeof ids === 'string' ? ids : ids(name)
  const known = byName.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  if (type === 'string') return 'Sample text'
  return undefined
}
