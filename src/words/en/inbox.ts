import { table } from '../table.ts'

/** What the office decides about a number that may want no more texts. */
export const inboxWords = table('inbox', {
  onHold: 'Texts to this number are on hold',
  onHoldAbout:
    'They asked for no more texts in their own words. Until you decide, messages go by email.',
  mayWantNone: 'May not want more texts',
  mayWantNoneAbout: 'Texts still go to this number. Read what they wrote and decide.',
  stopTexts: 'Stop texts',
  resumeTexts: 'Resume texts',
  keepTexting: 'Keep texting',
})
