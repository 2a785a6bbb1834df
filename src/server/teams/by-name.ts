const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Teams as people count them: Crew 4 before Crew 10. */
export const byTeamName = (a: { name: string }, b: { name: string }): number =>
  inOrder.compare(a.name, b.name)
