import { table } from '../table.ts'

/** A crew member's own hours. */
export const hoursWords = table('my-hours', {
  title: 'My hours',
  failed: 'Failed to load hours',
  previous: 'Previous week',
  next: 'Next week',
  week: (from: string, to: string) => `${from} – ${to}`,
  total: 'hours worked',
  overtime: (hours: string) => `${hours} of it overtime`,
  approved: 'Approved by the office',
  days: 'Hours by day',
  none: 'No shift this week',
  noneText: 'Clock in on your home page when you start.',
  running: 'On the clock',
  worked: (hours: string) => `${hours} worked`,
  span: (from: string, to: string) => `${from} – ${to}`,
  now: 'now',
  unpaidBreak: (from: string, to: string) => `Break ${from} – ${to}, unpaid`,
  paidBreak: (from: string, to: string) => `Break ${from} – ${to}, paid`,
  toCheck: 'The office checks this shift first: it is not counted yet.',
  corrected: (name: string, reason: string) => `Corrected by ${name}: “${reason}”`,
  added: (name: string, reason: string) => `Added by ${name}: “${reason}”`,
  before: (from: string, to: string) => `Before: ${from} – ${to}`,
  wrong: 'Something wrong? Tell your office: they can correct it.',
})
