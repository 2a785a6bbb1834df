import { ApiError, isTransient } from '../../client.ts'
import { useMe } from '../../me.ts'
import { toast } from '../../ui/toast.tsx'
import { waitingKey } from '../../unsent.ts'
import { wordsNow } from '../../words.ts'
import { crewWords } from './words.ts'

/** A person in one organization: people who work for two keep each one's acts apart. */
export function useWorker(): string {
  const { id, organization_id } = useMe()
  return `${id}.${organization_id}`
}

/** Acts waiting for a connection, stored on the phone per person: a browser may drop a page in the background. */
export function keptOnPhone<Act extends { worker: string }>(name: string) {
  const of = (worker: string): Act[] =>
    JSON.parse(localStorage.getItem(waitingKey(name, worker)) ?? '[]') as Act[]
  const put = (worker: string, all: readonly Act[]): void => {
    if (all.length > 0) localStorage.setItem(waitingKey(name, worker), JSON.stringify(all))
    else localStorage.removeItem(waitingKey(name, worker))
  }
  return {
    of,
    /** In place of what is the same act. */
    add: (act: Act, isSame: (one: Act) => boolean): void =>
      put(act.worker, [...of(act.worker).filter((one) => !isSame(one)), act]),
    remove: (worker: string, isSame: (one: Act) => boolean): void =>
      put(
        worker,
        of(worker).filter((one) => !isSame(one)),
      ),
  }
}

/** Tries after the first when the server is in trouble; with the waits between them about two minutes. */
const retries = 6
/** Without an answer it is tried for as long as it takes: a connection may be there by name only, and who did the work is not to see it undone. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** How such acts are sent. */
export const patiently = {
  retry: (failures: number, error: Error) =>
    isUnanswered(error) || (failures < retries && isTransient(error)),
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
}

/** Whether an act is done with, one way or the other. After a sign-in, or when the server has been in trouble for long, it is sent from the next page that opens. */
export const isSettled = (error: Error | null): boolean =>
  !isTransient(error) && !(error instanceof ApiError && error.status === 401)

/** Said where an act begins to wait. */
export const sayKept = (): void => {
  if (!navigator.onLine) toast.note(wordsNow(crewWords).keptHere)
}
