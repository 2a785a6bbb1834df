import { keepHere } from './local.ts'

const flag = 'fieldhive.kept-answers'

/** Whether this device keeps what somebody's screens showed. */
export const areAnswersKept = (): boolean => localStorage.getItem(flag) !== null
/** Before anything is kept, so that it is deleted with the sign-out. False if there is no room. */
export const markAnswersKept = (): boolean => keepHere(flag, '1')
export const unmarkAnswersKept = (): void => localStorage.removeItem(flag)
