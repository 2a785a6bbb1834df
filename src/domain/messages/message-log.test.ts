import { describe, expect, it } from 'vitest'
import { kindLabel, insteadText, resendRule, shownText, stateOf, stateText } from './message-log.ts'

const at = '2027-06-09T14:00:00Z'
const plain = {
  status: 'sent',
  reason: null,
  channel: 'email' as const,
  held_until: null,
  at,
  sent_at: at,
  delivered_at: null,
}
const words = (over: object) => {
  const facts = { ...plain, ...over }
  return stateText(facts, stateOf(facts, at), 'America/New_York')
}

describe('the state of a message in words', () => {
  it.each([
    [{}, 'Sent June 9, 2027, 10:00 AM'],
    [{ status: 'delivered', delivered_at: at }, 'Delivered June 9, 2027, 10:00 AM'],
    [{ status: 'queued' }, 'Queued'],
    [{ status: 'queued', held_until: '2027-06-09T13:00:00Z' }, 'Queued'],
    [
      { status: 'queued', held_until: '2027-06-10T12:00:00Z', reason: 'quiet_hours' },
      'Held until June 10, 2027, 8:00 AM',
    ],
    [
      { status: 'queued', held_until: '2027-06-10T12:00:00Z', reason: 'daily_cap' },
      'Held until June 10, 2027, 8:00 AM: enough messages for one day',
    ],
    [
      { status: 'queued', held_until: '2027-06-09T15:00:00Z', reason: 'sender_unverified' },
      'Waits until the owner confirms their email',
    ],
    [{ status: 'refused', reason: 'stopped' }, 'Not sent: Answered STOP'],
    [{ status: 'refused' }, 'Not sent'],
    [{ status: 'bounced' }, 'Bounced'],
    [{ status: 'failed' }, 'Failed'],
  ])('%j is "%s"', (over, expected) => expect(words(over)).toBe(expected))

  it('says why it goes by mail instead, and only then', () => {
    const reason = 'sms_unregistered'
    expect(insteadText({ ...plain, reason })).toBe(
      'By email instead: Our number may not send texts yet',
    )
    expect(insteadText(plain)).toBeNull()
    expect(insteadText({ ...plain, reason, status: 'refused' })).toBeNull()
    expect(insteadText({ ...plain, reason: 'daily_cap', status: 'queued' })).toBeNull()
    expect(insteadText({ ...plain, reason: 'sender_unverified' })).toBeNull()
  })
})

describe('sending again', () => {
  const sent = {
    direction: 'out',
    kind: 'receipt',
    status: 'sent',
    has_data: true,
    useful_until: null,
    now: at,
  }
  it.each([
    [{}, undefined],
    [{ status: 'refused' }, undefined],
    [{ status: 'failed' }, undefined],
    [{ kind: 'leave_decided' }, undefined],
    [{ direction: 'in', status: 'received' }, 'message_incoming'],
    [{ status: 'queued' }, 'message_waiting'],
    [{ status: 'sending' }, 'message_waiting'],
    [{ kind: 'staff_invite' }, 'message_personal'],
    [{ kind: 'reset_password' }, 'message_personal'],
    [{ has_data: false }, 'message_forgotten'],
    [{ kind: 'no_longer_there' }, 'message_forgotten'],
    [{ useful_until: '2027-06-09T13:59:00Z' }, 'message_outdated'],
    [{ useful_until: '2027-06-09T14:01:00Z' }, undefined],
  ])('%j: %s', (over, code) => expect(resendRule({ ...sent, ...over })?.code).toBe(code))
})

it('keeps personal links to their reader', () => {
  const text = 'Accept:\nhttps://app.example.com/invite/abc\n\n-- \nGreen'
  expect(shownText('staff_invite', text)).toBe('Accept:\n(personal link)\n\n-- \nGreen')
  expect(shownText('receipt', text)).toBe(text)
})

it('names kinds that are no longer sent', () => {
  expect(kindLabel('receipt')).toBe('Receipt')
  expect(kindLabel('no_longer_there')).toBe('Message')
})
