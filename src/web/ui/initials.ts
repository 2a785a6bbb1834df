/** A name as its initials are taken from: letters and digits of one unit each, since half an emoji is no letter. */
export const lettersOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N}\s]|[^\0-\uffff]/gu, '').trim()
