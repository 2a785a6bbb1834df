import { expect, it } from 'vitest'
import { billReason, billTabOf, type BillToSend } from './to-bill.ts'

it.each([
  ['draft', false, 'drafts'],
  ['to_send', false, 'to_send'],
  ['to_send', true, 'refused'],
  ['sent', false, null],
  ['sent', true, 'refused'],
  ['overdue', false, 'late'],
  ['overdue', true, 'refused'],
  ['declined', false, 'declined'],
] as const)('a bill that is %s, charge refused %s, waits on %s', (tile, isRefused, tab) => {
  expect(billTabOf(tile, isRefused)).toBe(tab)
})

const bill = {
  effective_due_date: '2027-06-02',
  sent_at: '2027-05-20T12:00:00Z',
  reminded: { count: 0, last_at: null, next_on: null },
} as unknown as BillToSend
const say = { day: (date: string) => date, moment: (iso: string) => iso }

it.each<[string, Partial<BillToSend>, string]>([
  ['sent', {}, 'Was due 2027-06-02'],
  ['never sent', { sent_at: null }, 'Was due 2027-06-02, never sent'],
])('an overdue bill, %s, says so', (_, facts, sentence) => {
  expect(billReason('late', { ...bill, ...facts }, say)).toBe(sentence)
})
