/**
 * Makes a name a single line that cannot affect the text around it: line breaks become spaces;
 * invisible spaces and marks that change text direction are removed. Marks that are part of a
 * script or an emoji stay; a letter and its accent become one character, as keyboards type it.
 */
export const nameLine = (text: string): string => {
  const line = text
    .normalize('NFC')
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[^\s\p{Cf}]/u.test(line) ? line : ''
}
