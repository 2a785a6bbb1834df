import { addDays, type LocalDate } from './dates.ts'

/** An entry of a calendar: at a moment, or all day. */
export type CalendarEntry = {
  /** The same entry keeps it for life, whatever else changes. */
  uid: string
  /** When it was last changed, ISO 8601. */
  changed_at: string
  /** Grows with each change. */
  sequence: number
  summary: string
  description: string | null
  location: string | null
  url: string | null
  is_cancelled: boolean
} & ({ starts_at: string; ends_at: string } | { date: LocalDate })

/** A calendar as RFC 5545 has it. Times are in UTC, so no zone has to be described, and phones show their own. */
export function icalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhive//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function linesOf(entry: CalendarEntry): string[] {
  const { uid, sequence, summary, description, location, url, changed_at, is_cancelled } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${momentOf(changed_at)}`,
    `LAST-MODIFIED:${momentOf(changed_at)}`,
    `SEQUENCE:${sequence}`,
    ...timesOf(entry),
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `STATUS:${is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
  ]
}

/** The end is exclusive, so a day ends on the next one. */
const timesOf = (entry: CalendarEntry): string[] =>
  'date' in entry
    ? [
        `DTSTART;VALUE=DATE:${dayOf(entry.date)}`,
        `DTEND;VALUE=DATE:${dayOf(addDays(entry.date, 1))}`,
      ]
    : [`DTSTART:${momentOf(entry.starts_at)}`, `DTEND:${momentOf(entry.ends_at)}`]

const dayOf = (date: LocalDate): string => date.replaceAll('-', '')

/** '2027-06-09T14:00:00.000Z' → '20270609T140000Z'. */
const momentOf = (iso: string): string => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`

/** Text as a value: what has a meaning in the format is escaped, and other control characters are dropped. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

const mostBytes = 75
/** Bytes of one character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** A line of at most 75 bytes; a longer one goes on after a line end and a space, never within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const more = bytesOf(character)
    // The space that marks a later part counts, too.
    if (bytes + more > mostBytes - (parts.length ? 1 : 0)) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += more
  }
  return [...parts, part].join('\r\n ')
}
