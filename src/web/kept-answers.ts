import { dehydrate, hydrate, type DehydratedState, type Query } from '@tanstack/react-query'
import { forgetGateCodes } from './kept-gate-codes.ts'
import { clearPictures } from './seen-pictures.ts'
import { queryClient } from './query-client.ts'

/** Answers a crew's screens open with where there is no connection. */
const kept = new Set([
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
const keptFor_ms = 3 * 24 * 3_600_000
/** Increment when answers change their shape, so that new screens do not read old ones. */
const shape = 5

type Saved = { shape: number; whose: string; saved_ms: number; state: DehydratedState }

const isKept = ({ queryKey, state }: Query): boolean =>
  kept.has(String(queryKey[0])) && state.status === 'success'

let whoseNow: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const breath_ms = 1000

/** From now on, keeps what this person's screens show. */
export function keepAnswers(whose: string): () => void {
  whoseNow = whose
  localStorage.setItem(flag, whose)
  for (const name of kept) queryClient.setQueryDefaults([name], { gcTime: keptFor_ms })
  const save = () => {
    timer = undefined
    if (whoseNow === null) return
    const state = dehydrate(queryClient, { shouldDehydrateQuery: isKept })
    void write({ shape, whose: whoseNow, saved_ms: Date.now(), state }).catch(() => undefined)
  }
  const saveSoon = () => void (timer ??= setTimeout(save, breath_ms))
  saveSoon()
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && isKept(event.query)) saveSoon()
  })
}

/** Shows what was kept for this person, until there are newer answers. Anything of somebody else is deleted. */
export async function restoreAnswers(whose: string | null): Promise<void> {
  const saved = await read().catch(() => undefined)
  if (!saved) return
  const isFresh = saved.shape === shape && Date.now() - saved.saved_ms < keptFor_ms
  if (saved.whose !== whose || !isFresh) return clearAnswers()
  for (const name of kept) queryClient.setQueryDefaults([name], { gcTime: keptFor_ms })
  hydrate(queryClient, saved.state)
}

/** After signing out, nothing of it stays on the phone. */
export async function clearAnswers(): Promise<void> {
  whoseNow = null
  clearTimeout(timer)
  localStorage.removeItem(flag)
  forgetGateCodes()
  await inTable('readwrite', (table) => table.clear()).catch(() => undefined)
  await clearPictures().catch(() => undefined)
}

const flag = 'fieldhive.kept-answers'
const table = 'answers'
const key = 'crew'

const read = (): Promise<Saved | undefined> =>
  inTable('readonly', (answers) => answers.get(key) as IDBRequest<Saved | undefined>)
const write = (saved: Saved): Promise<unknown> =>
  inTable('readwrite', (answers) => answers.put(saved, key))

async function inTable<T>(
  mode: IDBTransactionMode,
  work: (answers: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open('fieldhive-answers', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(table))
  const db = await doneWith(opening)
  try {
    return await doneWith(work(db.transaction(table, mode).objectStore(table)))
  } finally {
    db.close()
  }
}

const doneWith = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error()))
  })
