import type { CrewReportReason } from '../../domain/flows/crew-report.ts'
import { plural } from '../plural.ts'
import { table } from '../table.ts'

const many = (count: number, one: string) =>
  `${count} ${plural('en', count, { one, other: `${one}s` })}`

const keptBecause: Record<CrewReportReason, string> = {
  cancelled: 'This visit was cancelled in the meantime.',
  paused: 'This work was paused in the meantime.',
  gone: 'This visit is no longer on the schedule.',
  not_theirs: 'This visit belongs to another team now.',
  not_allowed: 'Only leaders may complete visits now.',
  refused: 'It could not be recorded.',
  too_early: 'This visit is for a later day.',
  too_old: 'It was sent more than three days later.',
  unreadable: 'It could not be read.',
}

/** What a phone says of acts that wait, and of what became of them. */
export const outboxWords = table('outbox', {
  keptHere: 'Saved on this phone. It is sent when you are online again.',
  doneInRow: (count: number) => `${count} done`,
  sending: 'Sending…',
  waiting: (changes: number, photos: number) =>
    `${[changes && many(changes, 'change'), photos && many(photos, 'photo')].filter(Boolean).join(' and ')} waiting for a connection.`,
  photoRefused: (about: string, why: string) => `Photo of ${about} was not taken: ${why}`,
  keepPhoto: 'Save on this phone',
  dropPhoto: 'Discard',
  notKept:
    'Not saved: this phone has no room or does not let this page keep anything. Free some space and try again.',
  onePress: 'What you did',
  toldAlready: (label: string) =>
    `${label}: the customer already knows that you are on the way. Call them if you are not.`,
  keptForOffice: (label: string, reason: CrewReportReason) =>
    `${label}: ${keptBecause[reason]} Your work is saved, and the office knows.`,
  clockFailed: 'Failed to clock in or clock out',
  clockedIn: 'Clocked in',
  clockedOut: 'Clocked out',
  breakStarted: 'Break started',
  breakEnded: 'Break ended',
  notDoneSent: 'The office finds another day',
  noteSent: 'Note saved',
  productSent: 'Recorded',
  extraSent: 'Added. The office gives it a price.',
  extraTakenBack: 'Taken back',
})
