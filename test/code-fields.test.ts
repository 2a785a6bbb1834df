import { expect, it } from 'vitest'
import { enterCodePage, codePage } from '../src/server/people/identity/code-pages.ts'
import type { Say } from '../src/server/people/identity/pages.ts'
import { identity } from '../src/words/en/identity.ts'
import { productFiles, read } from './source.ts'

// Six digits are typed on a number pad, and a phone offers the code it was just texted.

const say: Say = { words: identity, locale: 'en', asked: null }
const fieldsOf = (page: string): string[] => page.match(/<input[^>]*\bname="code"[^>]*>/g) ?? []
const both = (text: string) => [
  /inputmode="numeric"/i.test(text),
  /autocomplete="one-time-code"/i.test(text),
]
const passkeys = { challenge: 'x' }

it.each([
  ['a code that was sent', enterCodePage(say, 'one', { typed: 'a@b.example', outbox: null })],
  ['a code of an app', codePage(say, 'one', { has_app: true, passkeys: null, isRecovery: false })],
  ['a code beside a passkey', codePage(say, 'one', { has_app: true, passkeys, isRecovery: false })],
])('the page that takes %s opens the number pad', (_name, page) => {
  expect(fieldsOf(page).map(both)).toEqual([[true, true]])
})

it.each([
  ['of an app', codePage(say, 'one', { has_app: true, passkeys: null, isRecovery: true })],
  ['of a passkey', codePage(say, 'one', { has_app: false, passkeys, isRecovery: false })],
])('the page that takes a recovery code %s has letters', (_name, page) => {
  expect(fieldsOf(page).map(both)).toEqual([[false, false]])
})

it('no other page or screen has a code field of its own', () => {
  const made = productFiles.filter((file) => /one-time-code/.test(read(file)))
  expect(made).toEqual([
    'src/server/people/identity/pages.ts',
    'src/web/shared/account/CodeForm.tsx',
  ])
  expect(both(read('src/web/shared/account/CodeForm.tsx'))).toEqual([true, true])
  const named = productFiles.filter((file) => /\bname: 'code'|\bname="code"/.test(read(file)))
  expect(named.toSorted()).toEqual([
    'src/server/people/identity/code-pages.ts',
    'src/server/people/identity/pages.ts',
  ])
  // What sends a code of one's own takes it in the one form.
  const sending = productFiles.filter(
    (file) => file.endsWith('.tsx') && /\/api\/me\/[^']*'\]\(\{ body: \{ code\b/.test(read(file)),
  )
  expect(sending.filter((file) => !read(file).includes('<CodeForm'))).toEqual([])
  expect(sending.length).toBeGreaterThan(1)
})
