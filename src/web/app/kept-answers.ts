import { hydrate } from '@tanstack/react-query'
import { forgetGateCodes } from './kept-gate-codes.ts'
import { markAnswersKept, unmarkAnswersKept } from './kept-flag.ts'
import {
  isKept,
  keptCalls,
  keptFor_ms,
  keptOf,
  mayShow,
  shape,
  youngOf,
  type Saved,
} from './kept-state.ts'
import { queryClient } from './query-client.ts'
import { clearPictures } from './seen-pictures.ts'
import { nowMs, timeOf } from './server-time.ts'

let whoseNow: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const breath_ms = 1000

/** From now on, keeps what this person's screens show. */
export function keepAnswers(whose: string): () => void {
  if (!markAnswersKept()) return () => undefined
  whoseNow = whose
  for (const name of keptCalls) queryClient.setQueryDefaults([name], { gcTime: keptFor_ms })
  const save = () => {
    timer = undefined
    if (whoseNow === null) return
    void write({ shape, whose: whoseNow, saved_ms: nowMs(), state: keptOf(queryClient) }).catch(
      () => undefined,
    )
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
  if (!mayShow(saved, whose, nowMs())) return clearAnswers()
  for (const name of keptCalls) queryClient.setQueryDefaults([name], { gcTime: keptFor_ms })
  hydrate(queryClient, youngOf(saved.state, nowMs(), timeOf))
}

/** After signing out, nothing of it stays on the phone. */
export async function clearAnswers(): Promise<void> {
  whoseNow = null
  clearTimeout(timer)
  forgetGateCodes()
  await inTable('readwrite', (table) => table.clear()).catch(() => undefined)
  await clearPictures().catch(() => undefined)
  unmarkAnswersKept()
}

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
