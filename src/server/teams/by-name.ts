const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Natural order: Crew 4 before Crew 10. */
export const byTeamName = (a: { name: string }, b: { name: string }): number =>
  inOrder.compare(a.name, b.name)
