import { z } from 'zod'
import { portalRules } from '../domain/flows/portal.ts'
import { closesWithAccount, commonErrors, ErrorBody, type CallDeclaration } from './kit.ts'
import { shared, sharedNames, sharedSchemas } from './openapi-schemas.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the declared calls, aliases included. */
export function openapi(calls: Record<string, CallDeclaration>): Json {
  const { components, schemaOf } = createSchemas()
  const error = schemaOf(ErrorBody, 'output')
  const paths: Record<string, Json> = {}
  const put = (key: string, value: Json) => {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: value }
  }
  for (const [key, call] of Object.entries(calls)) {
    put(key, operation(schemaOf, key, call))
    for (const alias of call.aliases ?? []) {
      const name = typeof alias === 'string' ? alias : alias.call
      put(name, operation(schemaOf, name, call, key))
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fieldhive',
      version: '1',
      description: 'Scheduling, invoicing and payments for home and field service businesses.',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: error, ...sorted(components) },
      responses: Object.fromEntries(
        [...new Set(Object.values(commonErrors))].map((status) => [
          status,
          failure(
            Object.entries(commonErrors)
              .filter(([, one]) => one === status)
              .map(([code]) => code),
          ),
        ]),
      ),
    },
    paths: sorted(paths),
  }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Turns schemas into JSON Schema and collects those that several calls share. */
function createSchemas() {
  const components: Record<string, Json> = {}
  const schemaOf: SchemaOf = (schema, io) => {
    const { $schema: _, $defs = {}, ...rest } = jsonSchema(schema, io)
    for (const [name, one] of Object.entries($defs as Record<string, Json>))
      components[nameOf(name, io)] = withRefs(one, io)
    return withRefs(rest, io)
  }
  return { components, schemaOf }
}

type SchemaOf = (schema: z.ZodType, io: Io) => Json
type Io = 'input' | 'output'

const jsonSchema = (schema: z.ZodType, io: Io): Json =>
  z.toJSONSchema(schema, { io, metadata: sharedSchemas, unrepresentable: 'any' })

/** Shared schemas whose input differs from their output: objects that reject unknown fields, and fields with a default. */
const differing = new Set(
  sharedNames.filter((name) => {
    const [input, output] = (['input', 'output'] as const).map(
      (io) => (jsonSchema(shared[name], io)['$defs'] as Record<string, Json>)[name],
    )
    return JSON.stringify(input) !== JSON.stringify(output)
  }),
)
const nameOf = (name: string, io: Io): string =>
  io === 'input' && (differing as Set<string>).has(name) ? `${name}Input` : name

const withRefs = (schema: Json, io: Io): Json =>
  JSON.parse(
    JSON.stringify(schema).replaceAll(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"#/components/schemas/${nameOf(name, io)}"`,
    ),
  ) as Json

const errorsOf = (key: string, call: CallDeclaration): Map<number, string[]> => {
  const byStatus = new Map<number, string[]>()
  const add = (status: number, code: string) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  for (const rule of [
    ...(closesWithAccount(key, call) ? [portalRules.act] : []),
    ...(call.rules ?? []),
  ])
    for (const refusal of rule.refusals) add(409, refusal.code)
  for (const [code, status] of Object.entries(call.errors ?? {})) add(status, code)
  for (const [code, status] of Object.entries(commonErrors)) {
    if (
      call.roles === 'public' &&
      (code === 'unauthenticated' || code === 'forbidden' || code === 'no_organization')
    )
      continue
    add(status, code)
  }
  return byStatus
}

const failure = (codes: readonly string[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operation(schemaOf: SchemaOf, key: string, call: CallDeclaration, aliasOf?: string): Json {
  const path = key.slice(key.indexOf(' ') + 1)
  const content = {
    [call.raw ?? 'application/json']: {
      schema: call.raw ? { type: 'string' } : schemaOf(call.ok, 'output'),
    },
  }
  return {
    summary: call.summary + (aliasOf ? ` (same as ${aliasOf})` : ''),
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_'),
    tags: [path.split('/')[2] ?? 'api'],
    ...(aliasOf ? { deprecated: true } : {}),
    'x-roles': call.roles,
    ...(call.per_minute ? { 'x-per-minute': call.per_minute } : {}),
    security: call.roles === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(schemaOf, path, call),
    ...(call.file
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            },
          },
        }
      : {}),
    ...(call.body
      ? {
          requestBody: {
            required: !call.body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [call.status ?? 200]: { description: 'Done', content },
      ...Object.fromEntries(
        [...errorsOf(key, call)]
          .toSorted(([a], [b]) => a - b)
          .map(([status, codes]) => [
            status,
            codes.every((code) => code in commonErrors)
              ? { $ref: `#/components/responses/${status}` }
              : failure(codes),
          ]),
      ),
    },
  }
}

function parametersOf(schemaOf: SchemaOf, path: string, call: CallDeclaration): Json[] {
  type Fields = { properties?: Record<string, Json>; required?: string[] }
  const fieldsOf = (schema: z.ZodType | undefined): Fields =>
    schema ? schemaOf(schema, 'input') : {}
  const params = fieldsOf(call.params).properties
  const query = fieldsOf(call.query)
  const uuid = { type: 'string', format: 'uuid' }
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: params ? (params[name] ?? { type: 'string' }) : uuid,
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...(call.idempotent ? [idempotencyKey] : []),
  ]
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 200 },
}
