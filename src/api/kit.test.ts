import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  anyOffice,
  closesWithAccount,
  customer,
  customersNamedBy,
  type CallDeclaration,
} from './kit.ts'

const call = (more: Partial<CallDeclaration>): CallDeclaration => ({
  summary: 'A call',
  roles: customer,
  ok: z.object({}),
  ...more,
})

describe('a call that closes with the account', () => {
  it.each<[string, string, Partial<CallDeclaration>, boolean]>([
    ['a change by a customer', 'POST /api/a', {}, true],
    ['by a customer or the office', 'PUT /api/a', { roles: { ...anyOffice, ...customer } }, true],
    ['reading', 'GET /api/a', {}, false],
    ['paying', 'POST /api/a', { closed: 'allow' }, false],
    ['of the office', 'POST /api/a', { roles: anyOffice }, false],
    ['of the office, open anyway', 'POST /api/a', { roles: anyOffice, closed: 'allow' }, false],
    ['of anybody', 'POST /api/a', { roles: 'public' }, false],
    ['of anybody signed in', 'POST /api/a', { roles: 'signed_in' }, false],
  ])('%s: %s', (_, key, more, closes) => {
    expect(closesWithAccount(key, call(more))).toBe(closes)
  })
})

describe('customers named by a call', () => {
  it.each<[string, Partial<CallDeclaration>, string[], string[]]>([
    ['GET /api/owner/customers/{id}', {}, ['id', 'customerId'], ['customer_id']],
    ['GET /api/owner/customers/{id}/notes', {}, ['id', 'customerId'], ['customer_id']],
    ['GET /api/invoices/{id}', {}, ['customerId'], ['customer_id']],
    ['POST /api/invoices', { customers: ['ids'] }, ['customerId'], ['customer_id', 'ids']],
  ])('%s', (key, more, params, fields) => {
    expect(customersNamedBy(key, call(more))).toEqual({ params, fields })
  })
})
