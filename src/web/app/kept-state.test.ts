import { hydrate, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { keptFor_ms, keptOf, mayShow, shape, youngOf, type Saved } from './kept-state.ts'

const day = ['GET /api/schedule', { query: { from: '2027-06-09', to: '2027-06-09' } }]
const answered_ms = Date.now() - 3_600_000

/** A phone as it opens: what it kept, then asked again without a connection. */
async function openedInVain(state: ReturnType<typeof keptOf>): Promise<QueryClient> {
  const phone = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  hydrate(phone, state)
  for (const { queryKey } of phone.getQueryCache().getAll())
    await phone
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('offline')) })
      .catch(() => undefined)
  return phone
}

describe('what a phone keeps', () => {
  it('every answer with its time, however often the phone opens without a connection', async () => {
    let phone = new QueryClient()
    phone.setQueryData(day, 'stops', { updatedAt: answered_ms })
    phone.setQueryData(['GET /api/users/me'], 'Luis', { updatedAt: answered_ms })
    for (let opening = 1; opening <= 5; opening++) {
      phone = await openedInVain(JSON.parse(JSON.stringify(keptOf(phone))))
      expect(phone.getQueryState(day)?.status).toBe('error')
      expect(
        keptOf(phone).queries.map(({ state: { data, status, error, dataUpdatedAt } }) => ({
          data,
          status,
          error,
          dataUpdatedAt,
        })),
      ).toEqual(
        ['stops', 'Luis'].map((data) => ({
          data,
          status: 'success',
          error: null,
          dataUpdatedAt: answered_ms,
        })),
      )
    }
    phone.clear()
  })

  it('nothing that never came, and nothing of the office', async () => {
    const phone = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    phone.setQueryData(['GET /api/invoices'], 'money')
    await phone
      .fetchQuery({ queryKey: day, queryFn: () => Promise.reject(new Error('offline')) })
      .catch(() => undefined)
    expect(keptOf(phone).queries).toEqual([])
    phone.clear()
  })
})

describe('whom it is shown to', () => {
  const saved: Saved = {
    shape,
    whose: 'luis',
    saved_ms: answered_ms,
    state: keptOf(new QueryClient()),
  }
  it.each([
    ['the person it is of', saved, 'luis', true],
    ['the next person on a crew’s phone', saved, 'maria', false],
    ['nobody signed in', saved, null, false],
    [
      'the same person after 72 hours',
      { ...saved, saved_ms: Date.now() - 73 * 3_600_000 },
      'luis',
      true,
    ],
    [
      'the same person on a phone whose clock was set back',
      { ...saved, saved_ms: Date.now() + 26 * 3_600_000 },
      'luis',
      true,
    ],
    ['the same person weeks later', { ...saved, saved_ms: Date.now() - keptFor_ms }, 'luis', false],
    ['a build that reads another shape', { ...saved, shape: shape - 1 }, 'luis', false],
  ])('%s', (_who, kept, whose, isShown) => {
    expect(mayShow(kept, whose, Date.now())).toBe(isShown)
  })
})

describe('how long it is shown', () => {
  it('each answer two weeks after it came, however often the phone was opened since', () => {
    const phone = new QueryClient()
    const now_ms = Date.now()
    const put = (name: string, age_ms: number) =>
      phone.setQueryData([name], name, { updatedAt: now_ms - age_ms })
    put('GET /api/users/me', 0)
    put('GET /api/schedule', 80 * 3_600_000)
    put('GET /api/crew/customers', keptFor_ms)
    const young = youngOf(keptOf(phone), now_ms, (ms) => ms)
    expect(young.queries.map(({ queryKey }) => queryKey[0])).toEqual([
      'GET /api/users/me',
      'GET /api/schedule',
    ])
    phone.clear()
  })
})
