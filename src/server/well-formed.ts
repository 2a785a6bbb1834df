import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallDeclaration } from '../api/kit.ts'
import { isUuid } from '../domain/id.ts'
import { issueSentence } from '../domain/issue.ts'
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

/** The same schema, rejecting unknown fields, so that nothing undeclared is stored. */
export function strictly(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? schema : schema.strict()
  if (schema instanceof z.ZodOptional)
    return (strictly(schema.unwrap() as z.ZodType) ?? (schema.unwrap() as z.ZodType)).optional()
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodObject)
    return schema.clone({ ...schema.def, in: strictly(schema.in) as z.ZodObject })
  return schema
}

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

const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : value !== null && typeof value === 'object'
      ? Object.entries(value).some(([k, v]) => k.includes('\0') || hasNul(v))
      : false

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
  if (!paramsFit || hasNul(params)) throw new Refused(404, 'not_found', 'Not found.')
  if (hasNul(body) || hasNul(query))
    throw new Refused(422, 'invalid', 'Text cannot contain a NUL character.', {
      body: 'Text cannot contain a NUL character.',
    })
  if (declaration.body && body === undefined && !declaration.body.safeParse(undefined).success)
    throw new Refused(400, 'malformed', 'The request needs a JSON body.', {
      body: 'A JSON body is needed.',
    })
}
