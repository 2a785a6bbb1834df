import { isCrewRole, type Role } from '../../../domain/roles.ts'

/** Only the phone knows what it holds. Null for people without a crew role now, or who keep one. */
export const unsentNote = (before: Role, after: Role | null): string | null =>
  isCrewRole(before) && (after === null || !isCrewRole(after))
    ? 'Work they did without a signal may still be on their phone; we cannot see it from here. It stays there, and is sent once they have a crew role again and sign in.'
    : null
