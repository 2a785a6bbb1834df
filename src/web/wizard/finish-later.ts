const key = 'fieldhive.setup-done'

/** A setup its owner finished while the server could not be told. */
export const finishLater = (code: string): void => localStorage.setItem(key, code)
export const finishedEarlier = (): string | null => localStorage.getItem(key)
export const forgetFinished = (): void => localStorage.removeItem(key)
