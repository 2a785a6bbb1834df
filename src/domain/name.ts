/**
 * A name as one line that changes nothing around it: breaks become spaces, and marks that turn the direction of what follows go, as do
 * spaces nobody sees. Marks that belong to a script or an emoji stay.
 */
export const nameLine = (text: string): string => {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return /[^\s\p{Cf}]/u.test(line) ? line : ''
}
