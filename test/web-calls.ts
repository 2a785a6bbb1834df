import { parseSync } from 'vite'
import { filesUnder, isTest, read } from './source.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
/** A place in the web that makes a call, and the names of what it sends. */
export type WebCall = { call: string; file: string; sends: Set<string> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Each `api['POST /api/…'](…)` and `.safe(…)` in the web. */
export function callsOfWeb(): WebCall[] {
  return filesUnder('src/web')
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file) && read(file).includes("api['"))
    .flatMap(callsIn)
}

function callsIn(file: string): WebCall[] {
  const found: WebCall[] = []
  const declared: { name: string; at: number; value: Node }[] = []
  const made: { call: string; sent: Node[] }[] = []
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && isNode(node['init'])) {
      const { name } = node['id'] as { name?: string }
      if (name) declared.push({ name, at: node.start, value: node['init'] })
    }
    const call = node.type === 'CallExpression' && calledIn(node['callee'] as Node)
    if (call) made.push({ call, sent: node['arguments'] as Node[] })
    childrenOf(node).forEach(visit)
  }
  visit(parseSync(file, read(file)).program as unknown as Node)
  for (const { call, sent } of made) {
    const sends = new Set<string>()
    /** Names of fields, also of objects that were put together before. */
    const note = (node: Node, depth: number): void => {
      if (node.type === 'Identifier') {
        const value = declared
          .filter(({ name, at }) => name === node['name'] && at < node.start)
          .at(-1)?.value
        if (value && depth < 4) note(value, depth + 1)
        return
      }
      if (node.type === 'Property') {
        const { name, value } = node['key'] as { name?: string; value?: unknown }
        sends.add(name ?? String(value))
        return note(node['value'] as Node, depth)
      }
      // What is read, or taken apart, is not what is sent.
      if (node.type === 'MemberExpression' || node.type === 'ObjectPattern') return
      childrenOf(node).forEach((one) => note(one, depth))
    }
    sent.forEach((one) => note(one, 0))
    found.push({ call, file, sends })
  }
  return found
}

/** The call's name if this is `api['…']`, or `.safe` of it. */
function calledIn(callee: Node): string | null {
  if (callee.type !== 'MemberExpression') return null
  const object = callee['object'] as Node
  const property = callee['property'] as Node
  if (property['name'] === 'safe' && !callee['computed']) return calledIn(object)
  return object['name'] === 'api' && typeof property['value'] === 'string'
    ? property['value']
    : null
}
