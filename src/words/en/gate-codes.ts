import { table } from '../table.ts'

/** Gate codes: at a stop, on a customer's page, and who saw one. */
export const gateCodeWords = table('gate-codes', {
  gateCode: 'Gate code',
  show: 'Show gate code',
  told: 'The customer can see that you looked.',
  gone: 'There is no gate code anymore.',
  notHere: 'No connection, and this phone does not have the code of this stop.',
  failed: 'Failed to load the gate code',
  yours: 'Your gate code',
  about: (business: string) =>
    `${business} has a gate code for your home. It is encrypted. Besides the office, only the crew of a visit can see it, from 12 hours before until the visit is done.`,
  looksFailed: 'Failed to load who looked',
  nobody: 'Nobody has looked at it yet.',
  whoLooked: 'Who looked at it',
  all: 'Show all',
  office: 'office',
  somebody: 'Someone',
  lookedAtYours: (who: string) => `${who} looked at your gate code`,
  onPhoneYours: (who: string) => `${who} got your gate code on their phone for the day`,
  looked: (who: string) => `${who} looked at it`,
  onPhone: (who: string) => `${who} got it on their phone for the day`,
  exported: (who: string) => `${who} exported it`,
  exportedYours: (who: string) => `${who} exported your gate code`,
  forVisit: (day: string) => `visit of ${day}`,
})
