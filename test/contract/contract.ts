// Checks every exchange with the payment sandbox against the types of the installed Stripe package.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { addressesOf } from '../../sandbox/payments/engine.ts'
import { decodeForm } from '../../sandbox/payments/wire.ts'
import type { Exchange } from '../../sandbox/payments/watch.ts'
import { derive, type Derived, type Schema } from './derive.ts'

export const packageFolder = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..')
const cache = join(import.meta.dirname, '../../node_modules/.cache/contract')

/** The addresses of the sandbox, such as `POST /v1/refunds/{}`. */
export const wantedAddresses = (): Set<string> =>
  new Set(addressesOf().map((address) => address.replaceAll(/\{\w+\}/g, '{}')))

/** Derived once for each version of the package, of the compiler and of the way it is derived. */
export function derivedContract(): Derived {
  const wanted = wantedAddresses()
  const file = join(cache, `${fingerprint([...wanted])}.json`)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Derived
  } catch {
    const derived = derive(packageFolder, wanted)
    mkdirSync(cache, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(derived))
    renameSync(`${file}.${process.pid}`, file)
    return derived
  }
}

function fingerprint(wanted: string[]): string {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const parts = [
    join(packageFolder, 'package.json'),
    compiler,
    join(import.meta.dirname, 'derive.ts'),
  ]
  const hash = createHash('sha256').update(JSON.stringify(wanted.toSorted()))
  for (const part of parts) hash.update(readFileSync(part))
  return hash.digest('hex').slice(0, 24)
}

/** Watches one sandbox; `check` throws what it saw that Stripe would not send or accept. */
export type Watching = { watch: (exchange: Exchange) => void; check: () => void }

export function startWatching(): Watching {
  const faults = new Set<string>()
  return {
    watch: (exchange) => {
      for (const fault of faultsIn(exchange)) faults.add(fault)
    },
    check: () => {
      const all = [...faults]
      faults.clear()
      if (all.length > 0) throw new Error(`Not what Stripe's types say:\n${all.join('\n')}`)
    },
  }
}

/** What is wrong with an exchange: `POST /v1/refunds answers /charge: must be string`. */
export function faultsIn(exchange: Exchange): string[] {
  if (exchange.kind === 'event') return faultsInEvent(JSON.parse(exchange.body))
  // A browser sends card numbers and sees a part of each object; the types describe servers.
  if (exchange.isBrowser || exchange.status === 0) return []
  const found = match(exchange.method, exchange.path)
  if (!found) return []
  const refused = [400, 401, 403, 404].includes(exchange.status)
  return [
    ...(refused ? [] : faultsSent(found, exchange)),
    ...(exchange.status === 200
      ? faultsOf('answer', `${found} answers`, routes()[found]!.answer, JSON.parse(exchange.body))
      : []),
  ]
}

function faultsSent(route: string, { method, path, query, sent }: Exchange & { kind: 'call' }) {
  const isJson = method === 'POST' && path.startsWith('/v2/')
  const body = isJson
    ? JSON.parse(sent || '{}')
    : decodeForm(method === 'GET' ? query : [query, sent].filter(Boolean).join('&'))
  const request = routes()[route]!.request ?? { type: 'object', additionalProperties: false }
  return faultsOf(isJson ? 'json' : 'form', `${route} is sent`, request, body)
}

/** An event, and the object in it by the name the object gives itself. */
function faultsInEvent(event: Record<string, any>): string[] {
  const { objects } = contract()
  if (event.object !== 'event') return faultsOf('answer', event.type, thinEvent, event)
  const object = event.data.object as { object: string }
  const own = objects[object.object]
  return [
    ...faultsOf('answer', event.type, objects.event!, event),
    ...(own
      ? faultsOf('answer', `${event.type} has`, own, object)
      : [`${event.type} has a ${object.object}, which Stripe does not know`]),
  ]
}

/** A v2 notification is parsed by the SDK, which reads these fields of it. */
const thinEvent: Schema = {
  type: 'object',
  required: ['id', 'object', 'type', 'created', 'livemode'],
  properties: {
    object: { const: 'v2.core.event' },
    created: { type: 'string' },
    livemode: { type: 'boolean' },
    related_object: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['id', 'type', 'url'],
          properties: {
            id: { type: 'string' },
            type: { type: 'string' },
            url: { type: 'string' },
          },
        },
      ],
    },
  },
}

let loaded: Derived | undefined
const contract = () => (loaded ??= derivedContract())
const routes = () => contract().routes

let patterns: [pattern: RegExp, route: string][] | undefined
function match(method: string, path: string): string | undefined {
  // A literal segment beats a placeholder.
  patterns ??= Object.keys(routes())
    .toSorted((a, b) => a.split('{}').length - b.split('{}').length)
    .map((route) => [new RegExp(`^${route.replaceAll('{}', '[^/]+')}$`), route])
  return patterns.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
}

/** Forms carry text, so their numbers and booleans are read from it; JSON and answers are exact. */
type Form = 'form' | 'json' | 'answer'
const checkers = new Map<Form, { ajv: Ajv; compiled: Map<string, ValidateFunction> }>()

function faultsOf(form: Form, place: string, schema: Schema, value: unknown): string[] {
  let checker = checkers.get(form)
  if (!checker) {
    const ajv = new Ajv({
      strict: false,
      validateSchema: false,
      inlineRefs: false,
      allErrors: true,
      coerceTypes: form === 'form',
    })
    ajv.addSchema({ $id: 'stripe', definitions: contract().definitions })
    checkers.set(form, (checker = { ajv, compiled: new Map() }))
  }
  const key = JSON.stringify(schema)
  let validate = checker.compiled.get(key)
  if (!validate) {
    validate = checker.ajv.compile(JSON.parse(key.replaceAll('"#/', '"stripe#/')))
    checker.compiled.set(key, validate)
  }
  return validate(value) ? [] : worst(validate.errors!).map((fault) => `${place} ${fault}`)
}

/** Of the alternatives tried, the ones that came furthest say best what is wrong. */
function worst(errors: ErrorObject[]): string[] {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length
  const deepest = Math.max(...errors.map(depth))
  return [
    ...new Set(
      errors
        .filter((error) => depth(error) === deepest && error.keyword !== 'anyOf')
        .map(
          ({ instancePath, message, params }) =>
            `${instancePath}: ${message} ${JSON.stringify(params)}`,
        ),
    ),
  ]
}
