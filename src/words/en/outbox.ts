import type { CommandKind } from '../../domain/crew-command.ts'
import type { CrewReportReason } from '../../domain/crew-report.ts'
import { plural } from '../plural.ts'

const many = (count: number, one: string) =>
  `${count} ${plural('en', count, { one, other: `${one}s` })}`

const keptBecause: Record<CrewReportReason, string> = {
  cancelled: 'This visit was cancelled meanwhile.',
  paused: 'This work was paused meanwhile.',
  gone: 'This visit is no longer on the schedule.',
  not_theirs: 'This visit is not your team’s any more.',
  not_allowed: 'Only leaders may complete visits now.',
  refused: 'It could not be recorded.',
  too_old: 'It was sent more than three days later.',
  unreadable: 'It could not be read.',
}

/** What was done, in a list that is read to the office. */
const did: Record<CommandKind, string> = {
  en_route: 'On the way',
  start: 'Started',
  finish: 'Completed',
  undo: 'Opened again',
  not_done: 'Could not be done',
  undo_not_done: 'Can be done after all',
  note: 'Note',
  tick: 'Checklist',
  apply_product: 'Product applied',
  void_product: 'Product record voided',
  extra_work: 'Extra work',
  undo_extra: 'Extra work taken back',
  clock_in: 'Clocked in',
  clock_out: 'Clocked out',
  break_start: 'Break started',
  break_end: 'Break ended',
}

/** What a phone says of acts that wait, and of what became of them. */
export const outbox = {
  keptHere: 'Saved on this phone. It is sent when you are online again.',
  waiting: (changes: number, photos: number) =>
    `${[changes && many(changes, 'change'), photos && many(photos, 'photo')].filter(Boolean).join(' and ')} waiting for a connection.`,
  photoRefused: (about: string, why: string) => `Photo of ${about} was not taken: ${why}`,
  keepPhoto: 'Save on this phone',
  dropPhoto: 'Discard',
  notKept:
    'Not saved: this phone has no room or does not let this page keep anything. Free some space and try again.',
  leftTitle: 'Not sent yet',
  leftList: 'What was not sent yet',
  left: (changes: number, photos: number) =>
    `${[changes && many(changes, 'change'), photos && many(photos, 'photo')].filter(Boolean).join(' and ')} on this phone ${changes + photos === 1 ? 'is' : 'are'} not sent yet.`,
  leftUntilCrew:
    'Nothing is lost: this is sent by itself once you can sign in here as a crew member again. If it cannot wait, read the list to your office.',
  leftUntilOpen:
    'Nothing is lost: this is sent by itself once you have access again. If it cannot wait, read the list to your office.',
  leftElsewhere: (count: number) =>
    `${many(count, 'change')} on this phone ${count === 1 ? 'is' : 'are'} for another business. Switch to it to send ${count === 1 ? 'it' : 'them'}.`,
  leftByOthers: (count: number) =>
    `${many(count, 'change')} of somebody else ${count === 1 ? 'waits' : 'wait'} on this phone, to be sent when they sign in here.`,
  did: (kind: string): string => did[kind as CommandKind] ?? 'Something else',
  photo: 'Photo',
  signature: 'Signature',
  onePress: 'What you did',
  keptForOffice: (label: string, reason: CrewReportReason) =>
    `${label}: ${keptBecause[reason]} Your work is kept; the office knows.`,
  clockedIn: 'Clocked in',
  clockedOut: 'Clocked out',
  breakStarted: 'Break started',
  breakEnded: 'Break ended',
  notDoneSent: 'The office finds another day',
  noteSent: 'Note saved',
  productSent: 'Recorded',
  productVoided: 'Voided. The office sees it with your reason.',
  extraSent: 'Added. The office gives it a price.',
  extraTakenBack: 'Taken back',
}
