/** A long form on a phone is submitted from its bottom, where an error above would not be seen. */
export const intoSight = (element: Element | null | undefined): void =>
  element?.scrollIntoView({ block: 'center' })
