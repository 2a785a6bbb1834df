import { table } from '../table.ts'

/** Paying everything a customer owes with one press. */
export const payAllWords = table('pay-all', {
  title: (amount: string) => `You owe ${amount}`,
  button: (amount: string) => `Pay all ${amount}`,
  about: (count: number) => `${count} invoices, with one press`,
  ask: (amount: string) => `Pay ${amount} now?`,
  text: (count: number, method: string) =>
    `${count} invoices are charged to ${method}, one by one. You get a receipt for each.`,
  confirm: (amount: string) => `Pay ${amount}`,
  failure: 'Nothing was charged',
  started: 'Your payment has started',
  noMethod: 'Add a card to pay all at once',
  underway: (count: number, amount: string) =>
    count === 1 ? `${amount} is being paid` : `${amount} on ${count} invoices is being paid`,
  underwayText: 'You can leave this page. We tell you if something does not go through.',
  failed: (count: number) =>
    count === 1 ? 'One invoice was not paid' : `${count} invoices were not paid`,
  failedText:
    'What was paid stays paid. Choose another card under Payment methods, or open the invoice to pay it.',
  one: (number: string, amount: string) => `Invoice ${number}, ${amount}`,
})
