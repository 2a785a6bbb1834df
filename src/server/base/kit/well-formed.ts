import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallDeclaration } from '../../../api/kit.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { issueSentence } from '../../../domain/base/issue.ts'
import { Refused } from './refusals.ts'

/** Invalid fields by dotted path, each with its first message. */
function fieldsOf(error: z.ZodError): { fields: Record<string, string>; unknown: boolean } {
  const fields: Record<string, string> = {}
  let unknown = false
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      unknown = true
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'Unknown field.'
    } else fields[issue.path.join('.') || 'body'] ??= issueSentence(issue)
  }
  return { fields, unknown }
}

const strictOnes = new WeakMap<z.ZodType, z.ZodType>()

/** The same schema, rejecting unknown fields at every level, so that nothing is dropped silently. */
export function strictly(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (!schema) return undefined
  const made = strictOnes.get(schema) ?? (strict(schema) as z.ZodType)
  strictOnes.set(schema, made)
  return made
}

function strict(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, strict(field)]),
    )
    const catchall = schema.def.catchall ?? z.never()
    return remade(schema, { shape, catchall })
  }
  if (schema instanceof z.ZodArray) return remade(schema, { element: strict(schema.element) })
  if (schema instanceof z.ZodUnion) return remade(schema, { options: schema.options.map(strict) })
  if (schema instanceof z.ZodPipe) return remade(schema, { in: strict(schema.in) })
  if (isWrapper(schema)) return remade(schema, { innerType: strict(schema.def.innerType) })
  return schema
}

const remade = (schema: z.ZodType, parts: object): z.ZodType =>
  schema.clone({ ...schema.def, ...parts })

type Wrapper = z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault
const isWrapper = (schema: unknown): schema is Wrapper =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault

/** The parsed value, or a refusal with the invalid fields. */
export function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { fields, unknown } = fieldsOf(parsed.error)
  const first = Object.values(fields)[0]
  throw unknown
    ? new Refused(
        400,
        'unknown_field',
        `Unknown field: ${Object.keys(fields).find((f) => fields[f] === 'Unknown field.')}.`,
        fields,
      )
    : new Refused(422, 'invalid', first ?? 'Please check the marked fields.', fields)
}

const deepest = 40

/** What keeps a value from being stored as JSON, or null. Walks without recursion: depth is checked. */
function textFault(value: unknown): 'nul' | 'broken' | 'deep' | null {
  const left: [unknown, number][] = [[value, 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [one, depth] = next
    if (depth > deepest) return 'deep'
    if (typeof one === 'string') {
      if (one.includes('\0')) return 'nul'
      if (!one.isWellFormed()) return 'broken'
    } else if (one !== null && typeof one === 'object')
      for (const [key, inner] of Object.entries(one)) left.push([key, 0], [inner, depth + 1])
  }
  return null
}

const textFaults = {
  nul: 'Text cannot contain a NUL character.',
  broken: 'Text contains half of a character.',
} as const

/** What a caller sent: path parameters and body, before validation. */
export type Sent = { params: Record<string, string>; body: unknown }

/** Reads the request. `bodyToParams` maps an alias's body fields to the call's parameters. */
export function readSent(
  request: FastifyRequest,
  declaration: CallDeclaration,
  bodyToParams: Record<string, string>,
): Sent {
  const sent = withParams(request, bodyToParams)
  refuseMalformed(declaration, sent, request.query)
  return sent
}

function withParams(request: FastifyRequest, bodyToParams: Record<string, string>): Sent {
  const params = { ...(request.params as Record<string, string>) }
  const body: unknown = request.body ?? undefined
  const renamed = Object.entries(bodyToParams)
  if (!renamed.length || !body || typeof body !== 'object') return { params, body }
  const rest = { ...(body as Record<string, unknown>) }
  for (const [field, param] of renamed) {
    const value = rest[field]
    params[param] = typeof value === 'string' ? value : ''
    delete rest[field]
  }
  return { params, body: rest }
}

function refuseMalformed(declaration: CallDeclaration, { params, body }: Sent, query: unknown) {
  const paramsFit = declaration.params
    ? declaration.params.safeParse(params).success
    : Object.values(params).every(isUuid)
  if (!paramsFit || textFault(params)) throw new Refused(404, 'not_found', 'Not found.')
  const fault = textFault(body) ?? textFault(query)
  if (fault === 'deep')
    throw new Refused(400, 'malformed', 'The request is nested too deeply.', {
      body: 'This is nested too deeply.',
    })
  if (fault) throw new Refused(422, 'invalid', textFaults[fault], { body: textFaults[fault] })
  if (declaration.body && body === undefined && !declaration.body.safeParse(undefined).success)
    throw new Refused(400, 'malformed', 'The request needs a JSON body.', {
      body: 'A JSON body is needed.',
    })
}
