import { parseSync } from 'vite'
import { faultsInSql } from './sql.ts'

/** One replaced stretch of a source text. */
export type Edit = { operator: string; start: number; end: number; text: string }
export type Fault = Edit & {
  file: string
  line: number
  /** The line, or the lines, that it changes, with one space where there were several. */
  before: string
  after: string
  /** Runs when the file is imported, not when one of its functions is called. */
  isTopLevel: boolean
  /** The call in whose declaration or handler it is: `POST /api/owner/things`. */
  call: string | null
}

type Node = { type: string; start: number; end: number; [field: string]: any }
/** A node with what it is in, innermost first, and the source text of both. */
type Place = { node: Node; within: Node[]; source: string }
type Operator = (place: Place) => (Omit<Edit, 'operator'> & { operator?: string })[]

/** One more or less of a small number or a status; twice a larger one, as one more of these is the same limit. */
const othersThan = (value: number): number[] => {
  if (value <= 0) return [1]
  const isExact = value < 10 || (value >= 200 && value < 600)
  return isExact ? [value + 1, value - 1] : [value * 2]
}

/** Every fault that can be planted in a file, in the order of the text. */
export function faultsIn(file: string, source: string): Fault[] {
  const lines = lineStarts(source)
  const found: Fault[] = []
  const visit = (node: Node, within: Node[]): void => {
    if (node.type.startsWith('TS') && !transparent.has(node.type)) return
    for (const [operator, plant] of Object.entries(operators))
      for (const edit of plant({ node, within, source }))
        found.push({ file, operator, ...edit, ...placeOf(source, lines, edit, [node, ...within]) })
    for (const [field, value] of Object.entries(node)) {
      if (typesOf.has(field)) continue
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, [node, ...within])
    }
  }
  visit(parseSync(file, source).program, [])
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** The source with the fault in it. */
export const planted = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
/** What disappears when the types are stripped; these keep the expression inside. */
const transparent = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])
const typesOf = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
    starts.push(at + 1)
  return starts
}

function placeOf(source: string, lines: number[], edit: Omit<Edit, 'operator'>, chain: Node[]) {
  const first = lines.findLastIndex((start) => start <= edit.start)
  const last = lines.findLastIndex((start) => start <= Math.max(edit.start, edit.end - 1))
  const [from, to] = [lines[first]!, (lines[last + 1] ?? source.length + 1) - 1]
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  return {
    line: first + 1,
    before: oneLine(source.slice(from, to)),
    after: oneLine(source.slice(from, edit.start) + edit.text + source.slice(edit.end, to)),
    isTopLevel: !chain.some((node) => isFunction(node) || node.type === 'PropertyDefinition'),
    call: chain.map((node) => callNamedBy(node)).find((name) => name !== null) ?? null,
  }
}

const isFunction = (node: Node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)

/** The call that a property declares or answers. */
const callNamedBy = (node: Node): string | null =>
  node.type === 'Property' && /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(node['key'].value ?? '')
    ? node['key'].value
    : null

/** The calls that a file answers, each with the offset at which its handler's body begins. */
export function handlersIn(file: string, source: string): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = []
  const visit = (node: Node): void => {
    const name = callNamedBy(node)
    if (name && isFunction(node['value'])) found.push({ name, start: node['value'].body.start })
    for (const value of Object.values(node).flat()) if (isNode(value)) visit(value)
  }
  visit(parseSync(file, source).program)
  return found
}

/** Without brackets and assertions around it. */
function bare(node: Node): Node {
  while (node.type === 'ParenthesizedExpression' || transparent.has(node.type))
    node = node['expression']
  return node
}
const nameOf = (node: Node | null | undefined): string =>
  node?.['name'] ?? node?.['property']?.name ?? node?.['value'] ?? ''
const calleeOf = (node: Node): string =>
  node.type === 'CallExpression' ? nameOf(bare(node['callee'])) : ''
const textOf = (source: string, node: Node) => source.slice(node.start, node.end)

/** Swaps the sign between the two sides of an expression. */
function signSwap({ node, source }: Place, swaps: Record<string, string>) {
  const text = swaps[node['operator']]
  if (!text) return []
  const start = source.indexOf(node['operator'], node['left'].end)
  return [{ start, end: start + node['operator'].length, text }]
}

/** Leaves out each entry of a list of nodes in turn, with its comma. */
const withoutEach = (list: Node[], whole: Node) =>
  list.map((entry, index) => {
    const next = list[index + 1]
    const previous = list[index - 1]
    if (next) return { start: entry.start, end: next.start, text: '' }
    if (previous) return { start: previous.end, end: entry.end, text: '' }
    return { start: whole.start + 1, end: whole.end - 1, text: '' }
  })

/** The name of the variable, property or function whose value an expression is. */
function ownerOf(within: Node[]): string {
  for (const node of within) {
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration')
      return nameOf(node['id'])
    if (node.type === 'Property') return nameOf(node['key'])
    if (node.type === 'AssignmentExpression') return nameOf(node['left'])
    if (/CallExpression|TaggedTemplate|ObjectExpression|ExpressionStatement/.test(node.type))
      return ''
  }
  return ''
}

const isText = (node: Node): boolean => {
  const inner = bare(node)
  return (
    inner.type === 'TemplateLiteral' ||
    (inner.type === 'Literal' && typeof inner['value'] === 'string') ||
    (inner.type === 'BinaryExpression' && (isText(inner['left']) || isText(inner['right'])))
  )
}
const literal = (node: Node, type: string) =>
  node.type === 'Literal' && typeof node['value'] === type && node['bigint'] === undefined
const drawn = (within: Node[]) => within.some((node) => node.type === 'JSXAttribute')
/** The objects that become rows: the argument itself, or what a function in it returns. */
function rowsIn(node: Node): Node[] {
  const inner = bare(node)
  if (inner.type === 'ObjectExpression') return [inner]
  if (inner.type === 'ArrowFunctionExpression') return rowsIn(inner['body'])
  if (calleeOf(inner) === 'map' || inner.type === 'ArrayExpression')
    return (inner['arguments'] ?? inner['elements']).flatMap(rowsIn)
  return []
}

/** Each `${…}` of a template. */
const slotsOf = (node: Node): [start: number, end: number][] =>
  node['expressions'].map((_: Node, index: number) => [
    node['quasis'][index].end - 2,
    node['quasis'][index + 1].start + 1,
  ])

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const predicates = /^(?:filter|some|every|find|findIndex|findLast)$/
const zones = /^(?:time_?zone|zone|tz)$/i
const isSql = (text: string) => /^\s*(?:select|insert|update|delete|with)\s/i.test(text)
const notSecond = (node: Node) => !/Function|Arrow/.test(node['arguments'][1]?.type ?? '')

const operators: Record<string, Operator> = {
  comparison: (place) => {
    if (place.node.type === 'BinaryExpression') return signSwap(place, comparisons)
    const { node } = place
    if (node.type !== 'MemberExpression' || node['object'].name !== 'Math') return []
    const text = { min: 'max', max: 'min' }[nameOf(node)]
    return text ? [{ start: node['property'].start, end: node['property'].end, text }] : []
  },
  'and, or': (place) => {
    const { node } = place
    if (node.type !== 'LogicalExpression') return []
    const mixes = [node['left'], node['right'], place.within[0]!].some(
      (other) => other.operator === '??',
    )
    return mixes ? [] : signSwap(place, { '&&': '||', '||': '&&' })
  },
  sign: (place) => {
    const { node, within } = place
    if (node.type === 'BinaryExpression')
      return isText(node) ? [] : signSwap(place, { '+': '-', '-': '+' })
    if (node.type === 'AssignmentExpression' && !isText(node['right']))
      return signSwap(place, { '+=': '-=', '-=': '+=' })
    if (node.type === 'UpdateExpression' && !/^For|^While/.test(within[0]!.type)) {
      const start = node['prefix'] ? node.start : node.end - 2
      return [{ start, end: start + 2, text: node['operator'] === '++' ? '--' : '++' }]
    }
    return node.type === 'UnaryExpression' && node['operator'] === '-'
      ? [{ start: node.start, end: node.start + 1, text: '' }]
      : []
  },
  'another number': ({ node, within }) => {
    const [parent] = within
    if (!literal(node, 'number') || drawn(within)) return []
    if (parent?.type === 'Property' && parent['key'] === node) return []
    // A millisecond or a billionth more is no other limit.
    if (node['value'] >= 1000 && /^[*/]$/.test(parent?.['operator'] ?? '')) return []
    if (ownerOf(within).endsWith('_ms') || !Number.isInteger(node['value'])) return []
    return othersThan(node['value']).map((value) => ({
      start: node.start,
      end: node.end,
      text: String(value),
    }))
  },
  'true, false': ({ node, within }) =>
    literal(node, 'boolean') && !drawn(within)
      ? [{ start: node.start, end: node.end, text: String(!node['value']) }]
      : [],
  'condition negated': ({ node, within, source }) => {
    const isPredicate =
      node.type === 'ArrowFunctionExpression' &&
      predicates.test(calleeOf(within[0]!)) &&
      node['body'].type !== 'BlockStatement'
    const test: Node | undefined = isPredicate
      ? node['body']
      : /^(?:IfStatement|ConditionalExpression)$/.test(node.type)
        ? node['test']
        : undefined
    return test ? [{ start: test.start, end: test.end, text: `!(${textOf(source, test)})` }] : []
  },
  'call left out': ({ node, within }) => {
    if (node.type !== 'ExpressionStatement') return []
    let inner = bare(node['expression'])
    if (inner.type === 'AwaitExpression' || inner['operator'] === 'void')
      inner = bare(inner['argument'])
    if (inner.type === 'ChainExpression') inner = inner['expression']
    if (inner.type !== 'CallExpression' || inner['callee'].type === 'Super') return []
    const object = nameOf(inner['callee'].object)
    // What is logged is for people who read logs.
    if (/^(?:log|logger|console)$/.test(object)) return []
    const isListed = /^(?:Program|BlockStatement|StaticBlock|SwitchCase)$/.test(within[0]!.type)
    return [{ start: node.start, end: node.end, text: isListed ? '' : '{}' }]
  },
  'entry left out': ({ node, within, source }) => {
    if (node.type === 'CallExpression') {
      const list = node['arguments'][0]
      const isAll = calleeOf(node) === 'all' && nameOf(node['callee'].object) === 'Promise'
      const isWhole = isAll && !within.slice(0, 2).some((one) => one.type === 'VariableDeclarator')
      const isCombined = /^(?:and|or)$/.test(calleeOf(node))
      return list?.type === 'ArrayExpression' && (isWhole || isCombined)
        ? withoutEach(list['elements'], list)
        : []
    }
    if (node.type !== 'ArrayExpression' || !node['elements'].length) return []
    const elements: Node[] = node['elements'].map((one: Node | null) => one && bare(one))
    const [parent] = within
    const isOfQuery = /^(?:select|returning|groupBy|orderBy)$/.test(calleeOf(parent!))
    const isWord = (one: Node | null) =>
      one !== null && literal(one, 'string') && /^[\w.:-]+$/.test(one['value'])
    const isOfStates = elements.every(isWord) && !isOfQuery
    return isOfStates ? withoutEach(node['elements'], node) : keyParts({ node, within, source })
  },
  'lock dropped': ({ node }) =>
    /^for(?:NoKey)?(?:Update|Share)$|^forKeyShare$|^skipLocked$/.test(calleeOf(node)) &&
    node['callee'].object
      ? [{ start: node['callee'].object.end, end: node.end, text: '' }]
      : [],
  'condition left out': ({ node }) =>
    /^(?:where|whereRef|on|onRef|having|andWhere)$/.test(calleeOf(node)) &&
    node['callee'].object &&
    (node['arguments'].length !== 2 || notSecond(node))
      ? [{ start: node['callee'].object.end, end: node.end, text: '' }]
      : [],
  'field left out': ({ node }) =>
    /^(?:values|set|doUpdateSet)$/.test(calleeOf(node))
      ? node['arguments']
          .flatMap(rowsIn)
          .flatMap((row: Node) => withoutEach(row['properties'], row))
      : [],
  'key too small': ({ node, within }) => {
    if (/^hash/i.test(calleeOf(node)) && node['arguments'].length > 1)
      return withoutEach(node['arguments'], node)
    if (node.type !== 'TemplateLiteral' || !/key$/i.test(ownerOf(within))) return []
    return slotsOf(node).map(([start, end]) => ({ start, end, text: '' }))
  },
  'dependency left out': ({ node }) =>
    /^use[A-Z]/.test(calleeOf(node)) && node['arguments'][1]?.type === 'ArrayExpression'
      ? withoutEach(node['arguments'][1].elements, node['arguments'][1])
      : [],
  UTC: ({ node, within }) => {
    const [parent, around] = within
    if (
      !parent ||
      !/^(?:Identifier|MemberExpression)$/.test(node.type) ||
      !zones.test(nameOf(node))
    )
      return []
    const edit = { start: node.start, end: node.end, text: "'UTC'" }
    if (/^(?:Call|New)Expression$/.test(parent.type))
      return parent['arguments'].includes(node) ? [edit] : []
    if (parent.type !== 'Property' || parent['value'] !== node) return []
    if (around?.type !== 'ObjectExpression') return []
    return [parent['shorthand'] ? { ...edit, text: `${nameOf(node)}: 'UTC'` } : edit]
  },
  'await left out': ({ node }) =>
    node.type === 'AwaitExpression'
      ? [{ start: node.start, end: node['argument'].start, text: '' }]
      : [],
  sql: ({ node, within, source }) => {
    const isTemplate = node.type === 'TemplateLiteral'
    if (!isTemplate && !literal(node, 'string')) return []
    const tag = within[0]?.type === 'TaggedTemplateExpression' ? within[0]['tag'] : null
    const text = source.slice(node.start + 1, node.end - 1)
    if (!(tag ? /^sql\b/.test(textOf(source, tag)) : isSql(text))) return []
    const by = node.start + 1
    const blanked = (isTemplate ? slotsOf(node) : []).reduce(
      (rest, [start, end]) =>
        rest.slice(0, start - by) + '\0'.repeat(end - start) + rest.slice(end - by),
      text,
    )
    return faultsInSql(blanked).map((edit) => ({
      ...edit,
      start: edit.start + by,
      end: edit.end + by,
      // In a quoted string, the quotes of SQL would end it.
      text: isTemplate ? edit.text : edit.text.replaceAll("'", String.raw`\'`),
    }))
  },
}

/** One entry of a query's key, or of the parts that are joined to a key. */
function keyParts({ node, within }: Place): ReturnType<Operator> {
  const elements: Node[] = node['elements']
  return /key$/i.test(ownerOf(within)) && elements.length > 1
    ? withoutEach(elements, node).map((edit) => ({ ...edit, operator: 'key too small' }))
    : []
}
