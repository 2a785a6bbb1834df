import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { commonErrors, type CallDeclaration } from '../src/api/kit.ts'
import { impersonationRefusal } from '../src/domain/base/data-file.ts'
import { customerRules } from '../src/domain/customers/customer.ts'
import { productFiles, read } from './source.ts'

// What a call declares to refuse is what programs that use it read: the server must refuse by that code, with that status.

type Node = { type?: string; [field: string]: unknown }
type Refusal = [code: string, status: number]

const under = (node: unknown, field: string): unknown => (node as Node | undefined)?.[field]

/** `new Refused(403, 'forbidden', …)`, `refused('stale', …)`, `refuse('paid', …)`, `as(413, 'file_too_large', …)` or `{ code: 'stale', sentence }`. */
function refusalOf(node: Node): [code: unknown, status: unknown] | null {
  const [first, second, third] = (node['arguments'] ?? []) as Node[]
  const name = under(node['callee'], 'name')
  if (name === 'Refused' || name === 'as') return [valueOf(second), valueOf(first)]
  if (name === 'refused') return [valueOf(first), third ? valueOf(third) : 409]
  if (name === 'refuse') return [valueOf(first), 409]
  if (node.type !== 'ObjectExpression') return null
  const fields = new Map(
    (node['properties'] as Node[]).map((one) => [under(one['key'], 'name'), one['value']]),
  )
  if (!fields.has('sentence') && !fields.has('error')) return null
  return [valueOf(fields.get('code')), valueOf(fields.get('status')) ?? 409]
}
const valueOf = (node: unknown) => under(node, 'value')

function refusalsIn(file: string): Refusal[] {
  const found: Refusal[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const [code, status] = refusalOf(node as Node) ?? []
    if (typeof code === 'string' && typeof status === 'number') found.push([code, status])
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, read(file)).program)
  return found
}

/** Rules that some calls answer with another status than 409. */
const restated: Refusal[] = [
  ...customerRules.schedule.refusals.map(({ code }): Refusal => [code, 422]),
  [impersonationRefusal.code, 403],
]

it('every code that a call declares is one the server refuses by, with that status', () => {
  const files = productFiles.filter(
    (file) =>
      /^src\/(?:server|domain)\//.test(file) && /refuse|status: |code: |as\(/i.test(read(file)),
  )
  const refused = new Set([...files.flatMap(refusalsIn), ...restated].map(String))
  expect(refused.size).toBeGreaterThan(200)
  const declared = (Object.entries(calls) as [string, CallDeclaration][]).flatMap(
    ([call, { errors = {} }]) => Object.entries(errors).map((one) => ({ call, one })),
  )
  const common = Object.entries(commonErrors).map((one) => ({ call: 'any call', one }))
  const unknown = [...declared, ...common].filter(({ one }) => !refused.has(String(one)))
  expect(unknown.map(({ call, one }) => `${call}: ${one.join(' ')}`)).toEqual([])
})
