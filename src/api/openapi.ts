import { z } from 'zod'
import { portalRules } from '../domain/portal.ts'
import { closesWithAccount, commonErrors, ErrorBody, type CallDeclaration } from './kit.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return rest
}

const errorsOf = (key: string, call: CallDeclaration): Map<number, string[]> => {
  const byStatus = new Map<number, string[]>()
  const add = (status: number, code: string) => byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  for (const rule of [...(closesWithAccount(key, call) ? [portalRules.act] : []), ...(call.rules ?? [])])
    for (const refusal of rule.refusals) add(409, refusal.code)
  for (const [code, status] of Object.entries(call.errors ?? {})) add(status, code)
  for (const [code, status] of Object.entries(commonErrors)) {
    if (call.roles === 'public' && (code === 'unauthenticated' || code === 'forbidden' || code === 'no_organization')) continue
    add(status, code)
  }
  return byStatus
}

const failure = (codes: readonly string[]): Json => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function operation(key: string, call: CallDeclaration, aliasOf?: string): Json {
  const path = key.slice(key.indexOf(' ') + 1)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const query = call.query ? (schemaOf(call.query, 'input') as { properties?: Record<string, Json>; required?: string[] }) : {}
  const content = { [call.raw ?? 'application/json']: { schema: call.raw ? { type: 'string' } : schemaOf(call.ok, 'output') } }
  return {
    summary: call.summary + (aliasOf ? ` (same as ${aliasOf})` : ''),
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_'),
    tags: [path.split('/')[2] ?? 'api'],
    ...(aliasOf ? { deprecated: true } : {}),
    'x-roles': call.roles,
    security: call.roles === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: call.params
          ? ((schemaOf(call.params, 'input') as { properties: Record<string, Json> }).properties[name] ?? { type: 'string' })
          : { type: 'string', format: 'uuid' },
      })),
      ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({ name, in: 'query', required: query.required?.includes(name) ?? false, schema })),
      ...(call.idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8, maxLength: 200 } }] : []),
    ],
    ...(call.body
      ? { requestBody: { required: !call.body.safeParse(undefined).success, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } } }
      : {}),
    responses: {
      [call.status ?? 200]: { description: 'Done', content },
      ...Object.fromEntries(
        [...errorsOf(key, call)]
          .toSorted(([a], [b]) => a - b)
          .map(([status, codes]) => [status, codes.every((code) => code in commonErrors) ? { $ref: `#/components/responses/${status}` } : failure(codes)]),
      ),
    },
  }
}

/** The OpenAPI 3.1 document of the declared calls, aliases included. */
export function openapi(calls: Record<string, CallDeclaration>): Json {
  const paths: Record<string, Json> = {}
  const put = (key: string, value: Json) => {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: value }
  }
  for (const [key, call] of Object.entries(calls)) {
    put(key, operation(key, call))
    for (const alias of call.aliases ?? []) {
      const name = typeof alias === 'string' ? alias : alias.call
      put(name, operation(name, call, key))
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fieldhive', version: '1', description: 'Scheduling, invoicing and payments for home and field service businesses.' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
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
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
