import { todayIn } from '../../../domain/base/dates.ts'
import { localeTags, type Locale } from '../../../domain/base/locale.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { addressLine, phoneText, type ContactBlock } from '../../../domain/base/contact.ts'
import { documents as en } from '../../../words/en/documents.ts'
import { documents as es } from '../../../words/es/documents.ts'
import type { Letterhead } from './read.ts'
import type { Paper } from './paper.ts'

const tables = { en, es }
export type Words = typeof en

/** The words of a paper, and how it writes dates, times and amounts. */
export function sayingIn(locale: Locale, zone: string) {
  const format = new Intl.DateTimeFormat(localeTags[locale], {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  const date = (day: string): string => format.format(new Date(`${day}T12:00:00Z`))
  return {
    words: tables[locale],
    date,
    day: (moment: string): string => date(todayIn(zone, moment)),
    money: formatCents,
  }
}

/** Name, address and how to reach somebody, each on a line. */
export const contactLines = (block: ContactBlock): string[] => [
  ...(block.street ? [block.street] : []),
  ...[addressLine({ ...block, street: null })].filter(Boolean),
  ...(block.phone_number ? [phoneText(block.phone_number)] : []),
  ...(block.email ? [block.email] : []),
]

/** What every paper of a business has in common. */
export function headOf(
  head: Letterhead,
): Pick<Paper, 'locale' | 'from' | 'logo' | 'color' | 'foot'> {
  const { words } = sayingIn(head.locale, head.zone)
  const name = head.organization.name ?? ''
  return {
    locale: localeTags[head.locale],
    from: { name, lines: contactLines(head.organization) },
    logo: head.logo && { ...head.logo, alt: words.logoOf(name) },
    color: head.color,
    // Filled in where the pages are counted.
    foot: `${name} · ${words.page('{page}', '{pages}')}`,
  }
}
