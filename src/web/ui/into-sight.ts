/** A long form on a phone is sent from its foot: what is said where nobody looks is not said. */
export const intoSight = (element: Element | null | undefined): void => element?.scrollIntoView({ block: 'center' })
