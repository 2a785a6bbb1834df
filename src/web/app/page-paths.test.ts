import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPage, publicPages } from '../../domain/base/page-paths.ts'

it('names the routes of the browser, all of them', () => {
  const source = readFileSync(new URL('./routes.tsx', import.meta.url), 'utf8')
  const declared = [...source.matchAll(/\b(?:plain|open|forward)\(\s*'([^']+)'/g)]
  expect(publicPages.toSorted()).toEqual(declared.map(([, path]) => path!).toSorted())
})

it.each([
  ['/login', true],
  ['/login/', true],
  ['/signup/abc/pay', true],
  ['/signup/org/green-acres', true],
  ['/app', true],
  ['/app/customers/1', true],
  ['/app/no-such', true],
  ['/application', false],
  ['/metrics', false],
  ['/readyz', false],
  ['/login/x', false],
  ['/signup', false],
  ['/pay/', false],
])('%s is a page: %s', (path, known) => expect(isPage(path)).toBe(known))
