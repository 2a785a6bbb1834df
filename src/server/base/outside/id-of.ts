/** The id of something the provider names by its id or, where asked to expand it, whole; null if it names nothing. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
