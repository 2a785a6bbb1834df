// Cards are plain buttons that carry the name of what they show; the board hears events that reach it from them.

/** The card an event came from. */
export const cardAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null

/** The name of the card an event came from; '' if there is none. */
export const cardNameAt = (target: EventTarget): string => cardAt(target)?.dataset.visit ?? ''
