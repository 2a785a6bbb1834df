import { table } from '../table.ts'

/** What crews read now and then: a break that keeps running, a product record that is voided. */
export const laterWords = table('crew-later', {
  longBreak: (time: string) => `Your break has been running for ${time}. End it?`,
  breakEndedEarlier: 'It ended earlier',
  breakEndedWhen: 'When did your break end?',
  breakEndedAt: 'It ended at',
  breakEndAbout: (time: string) =>
    `It has been running for ${time}. Your office sees that you entered the time later.`,
  breakEndWrong: 'Choose a time between the start of your break and now.',

  voidProduct: (what: string) => `Void ${what}`,
  voidWhys: ['Wrong product', 'Wrong amount', 'Wrong customer', 'Recorded twice'],
  voidAbout:
    'Nothing is deleted: it stays on record for the office and an inspector, marked as void with your reason. Then record it again.',
  saveVoid: 'Void',
})
