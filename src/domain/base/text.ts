/** The product's name, in one place for rebranding. */
export const productName = 'Fieldhive'
export const welcomeText = 'Welcome to the Hive!'
export const defaultSupportEmail = 'support@fieldhive.example'
export const legal = {
  minimum_age: 18,
  not_directed_below: 16,
  retention_years: 7,
  liability_months: 12,
  law: 'Delaware',
} as const

/** 1 → '1st', 2 → '2nd', 11 → '11th', 22 → '22nd'. */
export function ordinal(n: number): string {
  const tens = n % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** A name goes into subjects and senders of mail, where an address would be a trap to press. */
export const hasWebAddress = (text: string): boolean =>
  /:\/\/|\bwww\.|[a-z0-9]\.(?:com|net|org|info|biz|io|ly|app|site|online|xyz|example)\b/i.test(text)

export const tooLong = (max: number): string => `Use at most ${max} characters.`

/**
 * 'Edging & trimming' → 'edging_trimming'; `fallback` if no letter or digit is left; adds a number
 * to avoid `taken`.
 */
export function keyFromName(
  name: string,
  {
    separator,
    fallback,
    taken = [],
  }: {
    separator: '_' | '-'
    fallback: string
    taken?: readonly string[]
  },
): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
  const words = plain
    .slice(0, 60)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const key = words.join(separator) || fallback
  let unique = key
  for (let n = 2; taken.includes(unique); n++) unique = `${key}${separator}${n}`
  return unique
}

/** '45 min', '8 h', '8 h 30 min'. */
export const minutesText = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`

/**
 * Without the marks that come along when a text is copied: those that turn its direction, join or
 * part letters, or take no room. Nobody sees them, and no address or number has one.
 */
export const unmarked = (text: string): string =>
  text.replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
