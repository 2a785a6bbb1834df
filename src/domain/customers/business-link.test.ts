import { expect, it } from 'vitest'
import { businessIn, withBusiness } from './business-link.ts'

it.each([
  ['/app/user/payments', null],
  ['/app/user/payments?tab=cards', null],
  ['/app?business=', null],
  ['/app/user/payments?business=b1', { organization_id: 'b1', rest: '/app/user/payments' }],
  ['/app?a=1&business=b1&b=2#top', { organization_id: 'b1', rest: '/app?a=1&b=2#top' }],
])('%s', (href, named) => {
  expect(businessIn(href)).toEqual(named)
  const plain = named?.rest.split('#')[0] ?? '/app'
  expect(businessIn(withBusiness(plain, 'b2'))).toEqual({ organization_id: 'b2', rest: plain })
})
