/** A long form on a phone is sent from its bottom; an error above would not be seen. */
export const intoSight = (element: Element | null | undefined): void =>
  element?.scrollIntoView({ block: 'center' })
