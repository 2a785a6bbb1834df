import { unmarked } from './text.ts'

// Reads a phone number without a library: the schemas that ask for one are part of every first
// screen, and the numbering plans of all countries would be a tenth of what a phone loads for it.

export const phoneMessage = 'Enter a valid phone number'
/** For a US number with a digit too many, which must not be taken for one of another country. */
const tooManyDigits = 'A US phone number has 10 digits. Begin any other with +.'

const longest = 60
/** A word beside a number that says whose it is: '(cell)', 'home:', 'tel:'. */
const named = String.raw`\(?\b(?:tel|phone|ph|cell|mobile|home|work|office)\b\)?[.:]?`
const names = new RegExp(String.raw`^${named}\s*|\s*${named}$`, 'gi')
const form =
  /^(\+?[\d\s().\-/]+?)(?:\s*(?:[,;]?\s*(?:x|ext|extn|extension)[\s.:=]*|[,#]\s*)(\d{1,7}))?$/i

/** A text's digits, without what stands around and between them. */
function partsOf(text: string) {
  const plain = unmarked(text)
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .replace(names, '')
  const [, number = '', extension = ''] = (plain.length <= longest && form.exec(plain)) || []
  const digits = number.replace(/\D/g, '')
  const isAbroad = number.startsWith('+') || digits.startsWith('011')
  return {
    digits: isAbroad && !number.startsWith('+') ? digits.slice(3) : digits,
    isAbroad,
    extension,
  }
}

/** Area code and exchange as North America gives them; a digit repeated ten times only fills a field. */
const isGiven = (national: string): boolean =>
  /^[2-9]\d\d[2-9]\d{6}$/.test(national) && !/^(\d)\1+$/.test(national)

/** Only the number itself, as it is dialed and texted; null if it is none. */
export function toE164(text: string): string | null {
  const { digits, isAbroad } = partsOf(text)
  if (!isAbroad || digits.startsWith('1')) {
    const national = digits.replace(/^1(?=\d{10}$)/, '')
    return isGiven(national) ? `+1${national}` : null
  }
  return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
}

/**
 * The number in a text that somebody typed or pasted, as it is kept: '+19195550100', with
 * ';ext=89' behind it if it has an extension. Without a + it is North American; 011 is a +. Null if
 * it is no number, or one that only fills the field.
 */
export function readPhone(text: string): string | null {
  const number = toE164(text)
  const { extension } = partsOf(text)
  return number && extension ? `${number};ext=${extension}` : number
}

export const isPhone = (text: string): boolean => toE164(text) !== null

/** What is wrong with a typed number; null if nothing. */
export function phoneProblem(text: string): string | null {
  if (isPhone(text)) return null
  const { digits, isAbroad } = partsOf(text)
  const isLong = digits.length === 12 || (digits.length === 11 && !digits.startsWith('1'))
  return isLong && !isAbroad ? tooManyDigits : phoneMessage
}
