/**
 * The characters initials are taken from: single-unit letters and digits, since half an emoji is
 * not a letter.
 */
export const lettersOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N}\s]|[^\0-\uffff]/gu, '').trim()
