import type { CommandKind } from '../../domain/flows/crew-command.ts'
import { durationText } from '../../domain/schedule/shift.ts'
import { plural } from '../plural.ts'
import { table } from '../table.ts'

const many = (count: number, one: string) =>
  `${count} ${plural('en', count, { one, other: `${one}s` })}`

/** What was done, in a list that is read to the office. */
const did: Record<CommandKind, string> = {
  en_route: 'On the way',
  undo_en_route: 'Not on the way after all',
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

/** '25 min', '26 h 00 min', '3 days'. */
const offText = (minutes: number): string =>
  minutes < 2 * dayMinutes ? durationText(minutes) : many(Math.round(minutes / dayMinutes), 'day')
const dayMinutes = 24 * 60

/** What waits on a phone of somebody who cannot get in, as they read it to the office. */
export const leftWords = table('left', {
  title: 'Not sent yet',
  list: 'What was not sent yet',
  count: (changes: number, photos: number) =>
    `${[changes && many(changes, 'change'), photos && many(photos, 'photo')].filter(Boolean).join(' and ')} on this phone ${changes + photos === 1 ? 'is' : 'are'} not sent yet.`,
  untilCrew:
    'Nothing is lost: this is sent automatically once you can sign in here as a crew member again. If it cannot wait, read the list to your office.',
  untilOpen:
    'Nothing is lost: this is sent automatically once you have access again. If it cannot wait, read the list to your office.',
  untilSignal:
    'Nothing is lost: this is sent automatically as soon as there is a connection. If it cannot wait, read the list to your office.',
  dayNotHere: 'Your day is not on this phone.',
  clockOff: (minutes: number) =>
    `This phone's clock is ${offText(Math.abs(minutes))} ${minutes > 0 ? 'ahead' : 'behind'}. Days and times here are right.`,
  elsewhere: (count: number) =>
    `${many(count, 'change')} on this phone ${count === 1 ? 'is' : 'are'} for another business. Switch to it to send ${count === 1 ? 'it' : 'them'}.`,
  byOthers: (count: number) =>
    `${many(count, 'change')} of someone else ${count === 1 ? 'waits' : 'wait'} on this phone, to be sent when they sign in here.`,
  did: (kind: string): string => did[kind as CommandKind] ?? 'Something else',
  photo: 'Photo',
  signature: 'Signature',
})
