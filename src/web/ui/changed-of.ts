/** Only what differs, so that two people who change different things both get theirs, and nobody says again what they said before. */
export const changedOf = <Values extends object>(values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values])) as Partial<Values>
