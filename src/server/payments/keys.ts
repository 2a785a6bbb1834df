/**
 * The provider forgets keys after 24 hours; after this many hours, a repeated call might act again.
 */
export const keyHours = 23
export const hoursSince = (moment: string): number => (Date.now() - Date.parse(moment)) / 3_600_000
