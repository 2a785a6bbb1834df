import { expect, it } from 'vitest'
import { askCodePage, codePage, enterCodePage } from './code-pages.ts'
import { sayIn } from './page-requests.ts'
import { forgotPage, resetPage, signInPage, signUpPage, verifyPage } from './pages.ts'

// What a field says of itself decides what a phone or a password manager fills in, and which keys it shows.

const say = sayIn('en')
const email = 'ana@example.test'

/** Each visible field: name, type, what fills it in, and how it behaves. */
const fieldsOf = (page: string): string[] =>
  [...page.matchAll(/<input (?!type="hidden")[^>]*>/g)].map(([tag]) => {
    const has = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const flags = ['required', 'autofocus'].filter((flag) => tag.match(` ${flag}(?=[ >])`))
    return [
      ...['name', 'type', 'autocomplete', 'inputmode'].map(has),
      has('autocapitalize') === 'none' ? '' : has('autocapitalize'),
      ...flags,
    ]
      .filter(Boolean)
      .join(' ')
  })

const password = 'password password current-password required'
const newPassword = 'password password new-password required'
const digits = 'code text one-time-code numeric required'
const app = { has_app: true, passkeys: null }

it.each<[string, string, string[]]>([
  [
    'sign-in begins at the address',
    signInPage(say, 'one'),
    ['email email username required autofocus', password],
  ],
  [
    'and at the password if the address is known',
    signInPage(say, 'one', { email }),
    ['email email username required', `${password} autofocus`],
  ],
  [
    'a passkey may fill in the address',
    signInPage(say, 'one', { passkeys: {} }),
    ['email email username webauthn required autofocus', password],
  ],
  [
    'only a name may be left out, and has capitals',
    signUpPage(say, 'one'),
    ['name text name words autofocus', 'email email username required', newPassword],
  ],
  ['an address', forgotPage(say, null), ['email email username required autofocus']],
  ['an address or a number', askCodePage(say, 'one'), ['address text username required autofocus']],
  [
    'a new password',
    resetPage(say, 'one', { token: 'token', email }),
    [`${newPassword} autofocus`],
  ],
  [
    'the own password',
    verifyPage(say, 'one', { token: 'token', email, keeps: 'asked' }),
    [`${password} autofocus`],
  ],
  [
    'a code opens the number pad',
    enterCodePage(say, 'one', { typed: email, outbox: null }),
    [`${digits} autofocus`],
  ],
  ['so does one of an app', codePage(say, 'one', app), [`${digits} autofocus`]],
  ['a passkey beside it is first', codePage(say, 'one', { has_app: true, passkeys: {} }), [digits]],
  [
    'a recovery code has letters',
    codePage(say, 'one', { ...app, isRecovery: true }),
    ['code text off required autofocus'],
  ],
])('%s', (_, page, fields) => expect(fieldsOf(page)).toEqual(fields))
