// Turns the types of the installed Stripe package into JSON Schema: what may be sent to each
// address, what it answers, and what each object looks like.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API, SignatureKind, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

export type Schema = { [keyword: string]: unknown }
export type Derived = {
  /** `POST /v1/refunds`: the names of the definitions of what is sent and what is answered. */
  routes: Record<string, { request: Schema | null; answer: Schema }>
  /** `refund`: the definition of the object that names itself so. */
  objects: Record<string, Schema>
  definitions: Record<string, Schema>
}

/** Derives the contract of these addresses, such as `POST /v1/refunds/{id}`. Takes seconds. */
export function derive(packageFolder: string, wanted: ReadonlySet<string>): Derived {
  const folder = mkdtempSync(join(packageFolder, '..', '.contract-'))
  const api = new API()
  try {
    const project = openProject(api, folder, packageFolder)
    const walk = new Walk(project.checker)
    const routes: Derived['routes'] = {}
    for (const file of resourceFiles(packageFolder)) {
      for (const found of methodsOf(file)) {
        if (!wanted.has(found.route)) continue
        const resource = project.checker.getTypeAtPosition(found.types, found.position)
        routes[found.route] = walk.route(resource!, found.method)
      }
    }
    walk.finish()
    return { routes, objects: walk.objects, definitions: walk.definitions }
  } finally {
    api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function openProject(api: API, folder: string, packageFolder: string) {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = { strict: true, module: 'nodenext', skipLibCheck: true, types: [] }
  const entry = join(packageFolder, 'esm', 'stripe.esm.node.d.ts')
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [entry] }))
  const project = api.updateSnapshot({ openProject: config }).getProject(config)
  if (!project) throw new Error(`${config} does not open`)
  return project
}

/** The compiled files that make requests, with their types next to them. */
const resourceFiles = (packageFolder: string): string[] =>
  readdirSync(join(packageFolder, 'esm', 'resources'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(packageFolder, 'esm', 'resources', file))
    .sort()

type Found = { route: string; method: string; types: string; position: number }

/** The methods of a resource and the addresses they call. */
function methodsOf(file: string): Found[] {
  const code = readFileSync(file, 'utf8')
  const types = file.replace(/\.js$/, '.d.ts')
  const declared = readFileSync(types, 'utf8')
  return [...code.matchAll(/^export class (\w+) [\s\S]*?^\}/gm)].flatMap(([text, name]) => {
    const position = declared.indexOf(`class ${name} `) + 'class '.length
    return [...text.matchAll(/^ {4}(\w+)\([^)]*\) \{\n([\s\S]*?)^ {4}\}/gm)].flatMap(
      ([, method, body]) =>
        [...body!.matchAll(/_makeRequest\('(\w+)', ['`]([^'`]+)['`]/g)].map(([, verb, path]) => ({
          route: `${verb} ${path!.replaceAll(/\$\{[^}]*\}/g, '{}')}`,
          method: method!,
          types,
          position,
        })),
    )
  })
}

type Checker = ReturnType<typeof openProject>['checker']
/** Requests are closed and sent as text; answers are what the server writes. */
type Side = 'request' | 'answer'

class Walk {
  readonly definitions: Derived['definitions'] = {}
  readonly objects: Derived['objects'] = {}
  #checker: Checker
  #names = new Map<string, string>()
  #open = new Set<number>()
  #waiting: [name: string, type: Type, side: Side][] = []

  constructor(checker: Checker) {
    this.#checker = checker
  }

  route(resource: Type, method: string): Derived['routes'][string] {
    const property = this.#checker.getPropertyOfType(resource, method)!
    const [signature] = this.#checker
      .getSignaturesOfType(this.#checker.getTypeOfSymbol(property)!, SignatureKind.Call)
      .slice(-1)
    const params = signature!.getParameters().find(({ name }) => name === 'params')
    return {
      request: params ? this.schema(this.#checker.getTypeOfSymbol(params)!, 'request') : null,
      answer: this.#answer(this.#checker.getReturnTypeOfSignature(signature!)!),
    }
  }

  /** The body that a promise of the SDK resolves to. */
  #answer(promise: Type): Schema {
    const name = promise.getSymbol()?.name
    const [inner] = this.#checker.getTypeArguments(promise as never)
    if (name === 'Promise')
      return this.schema(inner!.getAliasTypeArguments()[0] ?? inner!, 'answer')
    const data = { type: 'array', items: this.schema(inner!, 'answer') }
    const text = { type: 'string' }
    const page = { type: ['string', 'null'] }
    return name === 'V2ListPromise'
      ? closed({ data, next_page_url: page, previous_page_url: page })
      : closed({ object: { const: 'list' }, data, has_more: { type: 'boolean' }, url: text })
  }

  /** Walks everything that was named. */
  finish(): void {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.definitions[next[0]] = this.#object(next[1], next[2])
  }

  schema(type: Type, side: Side): Schema {
    const { flags } = type
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    if (flags & (TypeFlags.Null | TypeFlags.Void)) return { type: 'null' }
    if (type.isLiteralType()) return { const: type.value }
    if (flags & TypeFlags.String) return { type: 'string' }
    if (flags & TypeFlags.Number) return { type: 'number' }
    if (flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnionType()) return this.#union(type, side)
    if (this.#isText(type)) return { type: 'string' }
    if (this.#checker.isArrayType(type)) {
      const [items] = this.#checker.getTypeArguments(type as never)
      return { type: 'array', items: this.schema(items!, side) }
    }
    return { $ref: `#/definitions/${this.#name(type, side)}` }
  }

  /** "Any other text" is an intersection with text; numbers with many digits travel as text. */
  #isText(type: Type): boolean {
    const parts = type.isIntersectionType() ? type.getTypes() : []
    return parts.some(
      (part) => part.flags & TypeFlags.String || part.getSymbol()?.name === 'DecimalImpl',
    )
  }

  #union(type: Type, side: Side): Schema {
    const types = type.isUnionType() ? type.getTypes() : []
    if (type.getAliasSymbol()?.name === 'Event') {
      // What all events have; the object in one is checked by its own definition.
      const [base] = this.#checker.getBaseTypes(types[0] as never)
      this.#open.add(base!.id)
      return this.schema(base!, side)
    }
    const all = types
      .filter(({ flags }) => !(flags & TypeFlags.Undefined))
      .map((one) => this.schema(one, side))
    return either(all)
  }

  #name(type: Type, side: Side): string {
    const key = `${side} ${type.id}`
    let name = this.#names.get(key)
    if (!name) {
      name = `${type.getSymbol()?.name ?? 'Type'}_${this.#names.size}`
      this.#names.set(key, name)
      this.#waiting.push([name, type, side])
    }
    return name
  }

  #object(type: Type, side: Side): Schema {
    const properties = this.#checker.getPropertiesOfType(type)
    const types = properties.length > 0 ? this.#checker.getTypeOfSymbol(properties) : []
    const [index] = this.#checker.getIndexInfosOfType(type)
    const schema = closed(
      Object.fromEntries(properties.map(({ name }, at) => [name, this.schema(types[at]!, side)])),
      properties.filter(({ flags }) => !(flags & SymbolFlags.Optional)).map(({ name }) => name),
      // An interface without fields says nothing about them.
      index
        ? this.schema(index.valueType, side)
        : this.#open.has(type.id) || properties.length === 0,
    )
    const named = (schema.properties as Record<string, Schema>).object?.const
    if (side === 'answer' && typeof named === 'string' && !this.#isDeleted(properties))
      this.objects[named] ??= { $ref: `#/definitions/${this.#name(type, side)}` }
    return schema
  }

  #isDeleted = (properties: readonly { name: string; flags: SymbolFlags }[]) =>
    properties.some(({ name, flags }) => name === 'deleted' && !(flags & SymbolFlags.Optional))
}

const closed = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
  additionalProperties: Schema | boolean = false,
): Schema => ({ type: 'object', properties, required, additionalProperties })

/** One of these: texts that allow any other text are just texts. */
function either(all: Schema[]): Schema {
  const constants = all.flatMap((one) => ('const' in one ? [one.const] : []))
  const rest = all.filter((one) => !('const' in one))
  if (constants.includes(true) && constants.includes(false)) {
    rest.push({ type: 'boolean' })
    constants.splice(0, Infinity, ...constants.filter((value) => typeof value !== 'boolean'))
  }
  const anyText = rest.some((one) => one.type === 'string')
  const kept = anyText ? constants.filter((value) => typeof value !== 'string') : constants
  const parts = [...(kept.length > 0 ? [{ enum: kept }] : []), ...rest]
  return parts.length === 1 ? parts[0]! : { anyOf: parts }
}
