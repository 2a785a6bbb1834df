/** What somebody typed to find an invoice by its number, as it is compared: 'Invoice #GA-12' and 'ga-12' are the same. */
export const typedNumber = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^invoice\s*/, '')
    .replace(/^#\s*/, '')

/** True if this is the number of an invoice as it is printed, or without its prefix. */
export function isNumberOf(printed: string, typed: string): boolean {
  const wanted = typedNumber(typed)
  const known = printed.toLowerCase()
  if (known === wanted) return true
  return (
    /^\d+$/.test(wanted) && known.endsWith(wanted) && !/\d$/.test(known.slice(0, -wanted.length))
  )
}
