import { describe, expect, it } from 'vitest'
import { kindOf, messageKinds, type MessageKind } from './message-kinds.ts'
import { isRewordable, rewordable, variantsOf } from './message-texts.ts'
import {
  fill,
  fillLines,
  ownParts,
  wordingIssues,
  wordingLabel,
  type WholeWords,
} from './wording.ts'

const fields = { business: 'Green Acres', amount: '$5.00', due_date: '', when: '9:00 a.m.' }

it.each([
  ['{business}: {amount}', 'Green Acres: $5.00'],
  ['{amount}[, due {due_date}].', '$5.00.'],
  ['{amount}[, from {business}].', '$5.00, from Green Acres.'],
  ['[Important] {amount}', '[Important] $5.00'],
  ['Due {due_date} , {amount}', 'Due , $5.00'],
  ['Come at {when}.', 'Come at 9:00 a.m.'],
  ['{nothing}', ''],
])('%s reads %s', (text, read) => {
  expect(fill(text, fields)).toBe(read)
})

it('puts a value in as it is', () => {
  expect(fill('{a} [{b}]', { a: '{b} [{c}]', b: 'B' })).toBe('{b} [{c}] B')
})

it('leaves out lines with an empty value, and paragraphs without lines', () => {
  const lines = ['{business}\nDue {due_date}', 'Due {due_date}', '', '[Due {due_date}]', 'End']
  expect(fillLines(lines, fields)).toEqual(['Green Acres', 'End'])
})

it('every message an owner may word has a name of its own, and none of ours', () => {
  const messages = rewordable.flatMap((kind) =>
    variantsOf(kind).map((variant) => wordingLabel(kind, variant)),
  )
  expect(new Set(messages).size).toBe(messages.length)
  expect(messages.filter((name) => /_|:|\bmain\b/.test(name))).toEqual([])
})

it('what goes to customers in the name of the business may be worded by its owner', () => {
  const theirs = (Object.keys(messageKinds) as MessageKind[]).filter((name) => {
    const { to, category } = kindOf(name)
    // Its words are written with each campaign.
    if (name === 'price_change') return false
    return (
      name === 'customer_invite' ||
      (to === 'customer' && ['service', 'billing', 'receipt', 'marketing'].includes(category))
    )
  })
  expect((Object.keys(messageKinds) as MessageKind[]).filter(isRewordable)).toEqual(theirs)
})

describe('an owner’s words', () => {
  const ours: WholeWords = {
    subject: 'Invoice {invoice}',
    heading: 'Your invoice',
    body: 'Here it is.',
    button: 'Pay',
    sms: '{business}: {amount} {link}',
  }
  it.each([
    ['as ours', {}, {}],
    ['with fields', { subject: '{business}: {amount} to {card}' }, {}],
    ['unknown field', { body: 'Hi {nick}' }, { body: '{nick} is not a field of this message.' }],
    ['empty braces', { subject: 'Hi {}' }, { subject: '{} is not a field of this message.' }],
    [
      'the reason of a refund',
      { body: '{reason}' },
      { body: '{reason} is not a field of this message.' },
    ],
    ['no link', { sms: '{business}: pay' }, { sms: 'Keep {link} in it.' }],
    ['no business', { sms: 'Pay {link}' }, { sms: 'Keep {business} in it.' }],
    ['empty', { heading: ' ' }, { heading: 'Enter the heading.' }],
    ['subject too long', { subject: 'x'.repeat(151) }, { subject: 'Use at most 150 characters.' }],
    ['text too long', { body: 'x'.repeat(2001) }, { body: 'Use at most 2000 characters.' }],
    [
      'text message too long',
      { sms: `{business} {link} ${'x'.repeat(480)}` },
      { sms: 'Use at most 480 characters.' },
    ],
  ])('%s', (_, own, issues) => {
    expect(wordingIssues('refund_issued', ours, { ...ours, ...own })).toEqual(issues)
  })
  it.each(['Hi {', 'Hi }', '{ {invoice}', '{invoice}}'])('can have no single brace: %s', (text) => {
    expect(wordingIssues('invoice_sent', ours, { ...ours, subject: text })).toEqual({
      subject: 'Write fields as {name}, with both braces.',
    })
  })
  it('can have no part that the message does not have', () => {
    const none = { ...ours, button: '' }
    expect(wordingIssues('invoice_sent', none, ours)).toEqual({
      button: 'This message has no such part.',
    })
  })
  it('keep only what differs', () => {
    expect(ownParts(ours, { ...ours, heading: 'Hi' })).toEqual({ heading: 'Hi' })
    expect(ownParts(ours, ours)).toEqual({})
  })
})
