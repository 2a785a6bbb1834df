import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The repository's root. Paths in the tests about the source are relative to it. */
export const root = resolve(import.meta.dirname, '..')
const cache = new Map<string, string>()

export function read(file: string): string {
  const known = cache.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(root, file), 'utf8')
  cache.set(file, text)
  return text
}

export function filesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap(
    (entry) => (entry.isFile() ? [relative(root, join(entry.parentPath, entry.name))] : []),
  )
}

/** Tests and their helpers. */
export const isTest = (file: string) =>
  file.startsWith('test/') || /\.test\.tsx?$|[/-](?:test-bed|test-visit|harness)\.ts$/.test(file)

/** Product code: no tests, nothing generated. */
export const productFiles = ['src', 'sandbox', 'demo']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !isTest(file))
  .toSorted()

export type Length = { file: string; name: string; lines: number }
type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** Every named function in a file with its length in lines. Nested functions are listed separately as well. */
export function functionsOf(file: string): Length[] {
  const text = read(file)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const found: Length[] = []
  const visit = (node: unknown, name: string | null): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, null))
    if (!isNode(node)) return
    const own = nameOf(node) ?? name
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      if (own) found.push({ file, name: own, lines: lineAt(node.end) - lineAt(node.start) + 1 })
      name = null
    } else name = own
    for (const value of Object.values(node)) visit(value, name)
  }
  visit(parseSync(file, text).program, null)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A function's name: its own, its variable's or its property's. */
function nameOf(node: Node): string | null {
  if (/^(?:FunctionDeclaration|FunctionExpression|VariableDeclarator)$/.test(node.type))
    return (node['id'] as { name?: string } | null)?.name ?? null
  if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type)) {
    const key = node['key'] as { name?: string; value?: unknown }
    return key.name ?? (typeof key.value === 'string' ? key.value : null)
  }
  return null
}

const atOnce =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?['"](?<path>\.[^'"]+)['"]/g
const later = /\bimport\(\s*['"](?<path>\.[^'"]+)['"]/g
const targetsOf = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map((found) =>
    relative(root, resolve(root, dirname(file), found.groups!['path']!)),
  )

/** What a file needs before it runs, as paths inside the repository; without type imports. */
export const startImportsOf = (file: string): string[] => targetsOf(file, atOnce)

/** The same with what it loads later. */
export const runtimeImportsOf = (file: string): string[] => [
  ...startImportsOf(file),
  ...targetsOf(file, later),
]

/** The names a file exports, including `default`. */
export function exportsOf(file: string): string[] {
  return bodyOf(file).flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return ['default']
    if (node.type !== 'ExportNamedDeclaration') return []
    const declaration = node['declaration'] as Node | null
    return declaration ? declaredBy(declaration) : namesIn(node, 'exported')
  })
}

/** The names a file imports; `*` is everything, which a lazy import may use. */
export function importedNamesOf(file: string): { target: string; name: string }[] {
  const targetOf = (source: unknown) => {
    const path = (source as { value?: unknown } | null)?.value
    return typeof path === 'string' && path.startsWith('.')
      ? relative(root, resolve(root, dirname(file), path))
      : null
  }
  const found: { target: string; name: string }[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const target = targetOf(node['source'])
    if (target && node.type === 'ImportExpression') found.push({ target, name: '*' })
    else if (target) found.push(...namesIn(node, 'imported').map((name) => ({ target, name })))
    Object.values(node).forEach(visit)
  }
  visit(bodyOf(file))
  return found
}

const bodyOf = (file: string) => parseSync(file, read(file)).program.body as unknown as Node[]

/** The names in an import or export clause: the other file's (`imported`) or this file's (`exported`). */
const namesIn = (node: Node, side: 'imported' | 'exported'): string[] =>
  ((node['specifiers'] as Node[] | undefined) ?? []).map((one) => {
    if (one.type === 'ImportDefaultSpecifier') return 'default'
    if (one.type === 'ImportNamespaceSpecifier') return '*'
    const name = (one[side] ?? one['local']) as { name?: string; value?: string }
    return name.name ?? name.value ?? ''
  })

const declaredBy = (declaration: Node): string[] =>
  declaration.type === 'VariableDeclaration'
    ? (declaration['declarations'] as Node[]).map((one) => (one['id'] as { name: string }).name)
    : [(declaration['id'] as { name: string }).name]

/** Every `any` in the types of a file, as `file:line`. */
export function anysIn(file: string): string[] {
  const text = read(file)
  if (!/[^.]\bany\b/.test(text)) return []
  const found: string[] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { type, start } = part as Partial<Node>
    if (type === 'TSAnyKeyword') found.push(`${file}:${text.slice(0, start).split('\n').length}`)
    Object.values(part).forEach(look)
  }
  look(parseSync(file, text).program)
  return found
}
