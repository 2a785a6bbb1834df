import { keepInTab } from '../../app/local.ts'

// Apart from the rest of the wizard, which the customer's start page does not need.

const key = 'fieldhive.signup-finished'

/** The sign-up at this path is finished; the customer's start page links its summary once. */
export const rememberFinished = (path: string): boolean => keepInTab(key, path)
export const finishedSignup = (): string | null => sessionStorage.getItem(key)
export const forgetFinished = (): void => sessionStorage.removeItem(key)
