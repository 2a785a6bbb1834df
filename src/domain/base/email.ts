import { unmarked } from './text.ts'

// Reads an e-mail address without the schema library, which pages with one field do without.

export const emailMax = 254
export const emailMessage = 'Enter a valid email'

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`
/** A name, and a domain of at least two labels. */
export const emailPattern = new RegExp(
  String.raw`^[^\s@<>()[\]\\,;:"]+@${label}(?:\.${label})+$`,
  'u',
)

/**
 * What stands around an address that was pasted goes: 'Ana <ana@mail.example>', quotes, 'mailto:',
 * a comma at its end. The case stays as typed.
 */
export function emailLine(text: string): string {
  const plain = unmarked(text).normalize('NFKC').trim()
  const [, within] = /<([^<>]*)>[\s.,;]*$/.exec(plain) ?? []
  return (within ?? plain)
    .replace(/^[\s<("'‘’“”«,;]+/, '')
    .replace(/^mailto:\s*([^?]*).*$/i, '$1')
    .replace(/[\s>)"'‘’“”»,.;:]+$/, '')
}

/** The address in a text that somebody typed or pasted; null if there is none, or more than one. */
export function readEmail(text: string): string | null {
  const line = emailLine(text)
  return line.length <= emailMax && emailPattern.test(line) ? line : null
}

export const isEmail = (text: string): boolean => readEmail(text) !== null

/** The form two e-mails are compared in. */
export const emailKey = (email: string): string => emailLine(email).toLowerCase()

/** 'ana@example.com' → 'a•••@e…', for viewers who may not see the address. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}…`
}
