import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'commit-msg-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The hook's complaint about a message; empty if it passes. */
function check(message: string): string {
  const file = join(folder, 'message')
  writeFileSync(file, message)
  return spawnSync(join(root, '.githooks/commit-msg'), [file], { encoding: 'utf8' }).stderr
}

const why = '\n\nThe board showed the old address until a reload.\n'

it.each([
  `Show a corrected address on visits${why}`,
  `Bring the board up to date after an edit${why}# a comment of git's\n`,
  'Merge branch "main"',
  'Revert "Show a corrected address on visits"',
  'fixup! Show a corrected address on visits',
])('passes %j', (message) => {
  expect(check(message)).toBe('')
})

it.each([
  ['', 'The subject is empty'],
  [`${'Show '.repeat(15)}${why}`, '70 at most'],
  [`Show a corrected address.${why}`, 'ends with a period'],
  [`show a corrected address${why}`, 'capital letter'],
  [`Fixed the address${why}`, 'imperative'],
  [`Showing the address${why}`, 'imperative'],
  [`A corrected address shows${why}`, 'imperative'],
  ['Show a corrected address', 'a body that says why'],
  ['Show a corrected address\nat once\n\nBecause.', 'second line empty'],
])('refuses %j: %s', (message, reason) => {
  expect(check(message)).toContain(reason)
})
