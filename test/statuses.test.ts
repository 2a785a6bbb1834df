import { expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { commonErrors, type CallDeclaration } from '../src/api/kit.ts'
import { productFiles, read } from './source.ts'

// What the server refuses with has the status that the declaration of the call, or of all calls, gives its code.

const declared = new Map<string, Set<number>>()
const declare = (errors: Record<string, number>) => {
  for (const [code, status] of Object.entries(errors))
    declared.set(code, (declared.get(code) ?? new Set()).add(status))
}
declare(commonErrors)
for (const { errors } of Object.values(calls as Record<string, CallDeclaration>))
  declare(errors ?? {})

const inCode = productFiles
  .filter((file) => file.startsWith('src/server/'))
  .flatMap((file) =>
    [
      ...read(file).matchAll(/new Refused\(\s*(?<status>\d{3}),\s*'(?<code>\w+)'/g),
      ...read(file).matchAll(
        /\brefused\(\s*'(?<code>\w+)',\s*(?:'[^']*'|"[^"]*"|\w+),\s*(?<status>\d{3})/g,
      ),
    ].map(({ groups }) => ({ file, code: groups!['code']!, status: Number(groups!['status']) })),
  )

it('each refusal has the status its code was declared with', () => {
  expect(inCode.length).toBeGreaterThan(40)
  expect(inCode.filter(({ code, status }) => !declared.get(code)?.has(status))).toEqual([])
})
