import { keepHere } from '../../app/local.ts'

const key = 'fieldhive.setup-done'

/** A setup the owner finished while the server was unreachable. */
export const finishLater = (code: string): boolean => keepHere(key, code)
export const finishedEarlier = (): string | null => localStorage.getItem(key)
export const forgetFinished = (): void => localStorage.removeItem(key)
