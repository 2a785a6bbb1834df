import { keepHere } from './local.ts'

const key = 'fieldhive.person-here'

/** Who of a crew used this phone last: person id, the account they signed in with, and `away` once somebody signed in or out since. Null on other devices. */
const saved = (): string | null => localStorage.getItem(key)
const parts = () => (saved() ?? '').split(' ')

/** Whether somebody of a crew ever worked with this phone: it may hold something of theirs. */
export const isCrewPhone = (): boolean => saved() !== null
/** While they cannot get in, the phone shows what they did to them alone: until they leave, and again once their account is signed in. */
export function personHere(account: string | undefined): string | null {
  const [id, own, away] = parts()
  return id && (!away || account === own) ? id : null
}
export const keepPersonHere = (person_id: string, account: string): boolean =>
  keepHere(key, `${person_id} ${account}`)
export function forgetPersonHere(): void {
  const [id, own = ''] = parts()
  // Rather nobody than somebody who has left.
  if (id && !keepHere(key, `${id} ${own} away`)) localStorage.removeItem(key)
}
