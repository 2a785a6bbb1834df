import type { VisitExtra } from '../../domain/flows/extra-work.ts'
import { table } from '../table.ts'

/** Work a customer asks for at the door: the form of the crew, and what the stop shows of it. */
export const extraWords = table('extra-work', {
  title: (name: string) => `Extra work: ${name}`,
  about: 'The office gives it a price before it is on an invoice. Do not agree on one yourself.',
  what: 'What did the customer ask for?',
  choose: 'Choose…',
  other: 'Something else',
  describe: 'What was done',
  example: 'For example: trimmed the hedge',
  quantity: 'How many',
  note: 'Note for the office',
  save: 'Add',
  chooseFirst: 'Choose what was done.',
  sayWhat: 'Say what was done.',
  badQuantity: 'Enter a number above zero, with at most two decimals.',
  undoOf: (what: string) => `Undo: ${what}`,
  added: 'So far',
  line: (what: string) => `Extra: ${what}`,
  state: (state: VisitExtra['state'], reason: string | null) =>
    state === 'rejected'
      ? `not billed: ${reason ?? ''}`
      : state === 'confirmed'
        ? 'confirmed by the office'
        : 'waits for the office',
})
