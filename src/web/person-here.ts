const key = 'fieldhive.person-here'

/** Who of a crew used this phone last, by person id; empty once somebody signed in or out since. Null on other devices. */
const saved = (): string | null => localStorage.getItem(key)

/** Whether somebody of a crew ever worked with this phone: it may hold something of theirs. */
export const isCrewPhone = (): boolean => saved() !== null
/** While they cannot get in, the phone shows what they did to them alone. */
export const personHere = (): string | null => saved() || null
export const keepPersonHere = (person_id: string): void => localStorage.setItem(key, person_id)
export const forgetPersonHere = (): unknown => saved() && keepPersonHere('')
