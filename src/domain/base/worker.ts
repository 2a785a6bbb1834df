/** Whose acts and photos a phone holds: those of a person in one business. It may hold some of others. */
export const workerOf = (person_id: string, organization_id: string | null): string =>
  `${person_id}.${organization_id}`
