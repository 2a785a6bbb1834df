/** Who of a crew used this phone last, until they log out or somebody else signs in. */
type Here = { sub: string; person_id: string }

const key = 'fieldhive.person-here'

const read = (): Here | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Here | null
  } catch {
    return null
  }
}

/** Their person id: while they cannot get in, the phone shows them what they did, and nobody else. */
export const personHere = (): string | null => read()?.person_id ?? null
export const keepPersonHere = (here: Here): void => localStorage.setItem(key, JSON.stringify(here))
/** Still a crew's phone: it may hold something of theirs. */
export const forgetPersonHere = (): void => {
  if (isCrewPhone()) localStorage.setItem(key, 'null')
}
/** Whether somebody of a crew ever worked with this phone. */
export const isCrewPhone = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
/** The phone belongs to the one who signs in. */
export function handPhoneTo(sub: string): void {
  const here = read()
  if (here && here.sub !== sub) forgetPersonHere()
}
