import { describe, expect, it } from 'vitest'
import { addressesOf } from './database-address.ts'

describe('addressesOf', () => {
  it.each([
    ['postgres://dana:p%40ss@one/name', ['postgres://dana:p%40ss@one/name']],
    [
      'postgres://dana:pass@one:5432,two:5433/name?target_session_attrs=read-write',
      [
        'postgres://dana:pass@one:5432/name?target_session_attrs=read-write',
        'postgres://dana:pass@two:5433/name?target_session_attrs=read-write',
      ],
    ],
    ['postgres://one,[::1]:5433', ['postgres://one', 'postgres://[::1]:5433']],
    ['postgres://dana:a@b,c@one/name', ['postgres://dana:a%40b,c@one/name']],
    ['postgres:///name?host=/run/postgresql', ['postgres:///name?host=/run/postgresql']],
    ['postgres://one,two:port/name', []],
    ['one,two', []],
  ])('%s', (text, addresses) => {
    expect(addressesOf(text).map(({ href }) => href)).toEqual(addresses)
  })
})
