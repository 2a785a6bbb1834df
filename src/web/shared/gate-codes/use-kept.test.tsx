// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/on-screen.tsx'
import { testVisit } from '../visits/test-visit.ts'
import { useKeptGateCodes } from './use-kept.ts'

// Codes that arrive while somebody signs out are not kept: the next person would have them on their phone.

const auth = vi.hoisted(() => ({ isLeaving: false }))
vi.mock('../../app/auth.ts', async (original) => ({
  ...(await original<object>()),
  useIdentity: () => ({ profile: { sub: 'luis' } }),
  isLeaving: () => auth.isLeaving,
}))

const day = '2031-03-04'
const stop = testVisit('1', { date: day, customer: { has_gate_code: true } as never })
function Day() {
  useKeptGateCodes([stop], day)
  return null
}
const kept = () => localStorage.getItem('fieldhive.gate-codes')

let end = () => {}
afterEach(() => {
  end()
  localStorage.clear()
  auth.isLeaving = false
})

it.each([
  ['are kept', false],
  ['are left out while somebody signs out', true],
])('codes that arrive %s', async (_, isLeaving) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  let isAsked = false
  end = show(<Day />, {
    'POST /api/crew/gate-codes': () => {
      isAsked = true
      return promise
    },
  })
  await vi.waitFor(() => expect(isAsked).toBe(true))
  auth.isLeaving = isLeaving
  resolve(
    Response.json({
      day,
      ends_at: '2099-01-01T00:00:00Z',
      codes: [{ visit: stop.id, gate_code: '4711#' }],
    }),
  )
  await new Promise((done) => setTimeout(done, 50))
  if (isLeaving) expect(kept()).toBeNull()
  else expect(kept()).toContain('4711#')
})
