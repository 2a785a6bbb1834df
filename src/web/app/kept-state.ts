import {
  dehydrate,
  type DehydratedState,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'

/** Answers a crew's screens open with where there is no connection. */
export const keptCalls: ReadonlySet<string> = new Set([
  'config',
  'GET /api/users/me',
  'GET /api/schedule',
  'GET /api/owner/my-organization',
  'GET /api/owner/customer-requests',
  'GET /api/crew/shifts/current',
  'GET /api/crew/team',
  'GET /api/crew/customers',
  'GET /api/products',
  'GET /api/crew/services',
])
/** An old day says how old it is; customers' addresses of longer ago have no place on a phone. */
export const keptFor_ms = 14 * 24 * 3_600_000
/** Increment when answers change their shape, so that new screens do not read old ones. */
export const shape = 5

export type Saved = { shape: number; whose: string; saved_ms: number; state: DehydratedState }

/** An answer is kept for what it holds: asking again in vain, as every opening without a connection does, takes nothing away. */
export const isKept = ({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): boolean =>
  keptCalls.has(String(queryKey[0])) && state.data !== undefined

/** What of a cache is written down: each answer as it was when it came, whatever became of asking again. */
export function keptOf(cache: QueryClient): DehydratedState {
  const { queries } = dehydrate(cache, { shouldDehydrateQuery: isKept })
  return { mutations: [], queries: queries.map(asAnswered) }
}

/** Without what is too old, however often the phone was opened since; `timeOf`: the server's time of an answer. */
export const youngOf = (
  state: DehydratedState,
  now_ms: number,
  timeOf: (answered_ms: number) => number,
): DehydratedState => ({
  ...state,
  queries: state.queries.filter(
    ({ state: { dataUpdatedAt } }) => now_ms - timeOf(dataUpdatedAt) < keptFor_ms,
  ),
})

type Kept = DehydratedState['queries'][number]
function asAnswered(query: Kept): Kept {
  const kept: Kept = {
    ...query,
    state: {
      ...query.state,
      status: 'success',
      fetchStatus: 'idle',
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
    },
  }
  // What is still being asked cannot be written down.
  delete kept.promise
  return kept
}

/** Whether what lies on this phone may be shown to this account: never what somebody else saw, nor what an old build wrote. */
export const mayShow = (saved: Saved, whose: string | null, now_ms: number): boolean =>
  whose !== null &&
  saved.whose === whose &&
  saved.shape === shape &&
  now_ms - saved.saved_ms < keptFor_ms
