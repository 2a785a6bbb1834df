import { expect, it } from 'vitest'
import { tileOf, type InvoiceTile, type TileFacts } from './invoice-tile.ts'

const today = '2027-06-09'
const late = { effective_due_date: '2027-06-08' }
const out = { sent_at: '2027-06-01T12:00:00Z' }
const failed = { money: 'failed', failure_code: 'card_declined' } as const
const issued: TileFacts = {
  doc: 'open',
  money: 'none',
  failure_code: null,
  effective_due_date: '2027-06-28',
  sent_at: null,
  message: null,
}

it.each<[string, Partial<TileFacts>, InvoiceTile | null]>([
  ['a draft', { doc: 'draft', effective_due_date: null }, 'draft'],
  ['a draft whose day has passed', { doc: 'draft', ...late }, 'draft'],
  ['issued, but not sent', {}, 'to_send'],
  ['about to go', { message: 'going' }, 'sent'],
  ['sent', out, 'sent'],
  ['sent, without a due date', { ...out, effective_due_date: null }, 'sent'],
  ['sent, due today', { ...out, effective_due_date: today }, 'sent'],
  ['sent, but it did not arrive', { ...out, message: 'lost' }, 'to_send'],
  ['sent again after it did not arrive', { ...out, message: 'going' }, 'sent'],
  ['charged on a later day', { doc: 'scheduled' }, 'sent'],
  ['to be charged, but the day has passed', { doc: 'scheduled', ...late }, 'overdue'],
  ['partly paid', { ...out, money: 'partial' }, 'sent'],
  ['overdue', { ...out, ...late }, 'overdue'],
  ['overdue and partly paid', { ...out, ...late, money: 'partial' }, 'overdue'],
  ['overdue and never sent', late, 'overdue'],
  ['overdue, and its reminder did not arrive', { ...out, ...late, message: 'lost' }, 'overdue'],
  ['money on its way from a bank', { ...late, money: 'processing' }, 'sent'],
  ['declined', { ...out, ...failed }, 'declined'],
  ['declined and overdue', { ...out, ...late, ...failed }, 'declined'],
  ['the rest declined', { ...out, ...failed, money: 'partial' }, 'declined'],
  ['paid', { ...out, ...late, money: 'paid' }, null],
  ['disputed', { ...out, money: 'disputed' }, null],
  ['refunded', { ...out, money: 'refunded' }, null],
  ['void', { doc: 'void', ...late }, null],
  ['written off', { doc: 'uncollectible', ...late, ...failed }, null],
])('%s: %s is %s', (_, facts, tile) => {
  expect(tileOf({ ...issued, ...facts }, today)).toBe(tile)
})
