import { table } from '../table.ts'

/** What crews read now and then: a break that keeps running, the products they applied, a signature. */
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

  noProducts: 'There are no products yet. Ask the office to add them.',
  product: 'Product',
  chooseProduct: 'Choose a product.',
  amount: 'Amount',
  unit: 'Unit',
  area: 'Area treated',
  areaExample: 'Back lawn, 4,000 sq ft',
  target: 'Against',
  targetExample: 'Crabgrass',
  method: 'Method',
  methodExample: 'Spot treatment',
  wind: 'Wind (mph)',
  temperature: 'Temperature (°F)',
  saveProduct: 'Record',
  signText: (service: string, day: string) =>
    `${service}, ${day}. By signing you confirm that the work was done.`,
  signer: 'Name of who signs',
  signerMissing: 'Enter who signs.',
  signHere: 'Sign here with a finger',
  signFirst: 'Sign in the box first.',
  signAgain: 'Clear',
  typeInstead: 'Write the name instead',
  saveSignature: 'Save signature',
  signatureNotKept: 'Not saved: this phone has no room. Free some space and try again.',
})
