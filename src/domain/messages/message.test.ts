import { describe, expect, it } from 'vitest'
import { wallClockIn, weekdayOf } from '../base/dates.ts'
import {
  addressOf,
  allOn,
  dailyCaps,
  laterReasons,
  mayTell,
  neverReasons,
  nextOpening,
  plainRecipient,
  planTelling,
  type BlockReason,
  type Recipient,
} from './message.ts'
import { channels, kindOf, messageKinds, type MessageKind } from './message-kinds.ts'

const noon = '2027-06-09T16:00:00.000Z'
const night = '2027-06-10T03:30:00.000Z'
const morning = '2027-06-10T12:00:00.000Z'
const ana: Recipient = {
  ...plainRecipient,
  email: 'ana@example.com',
  phone: '+19195550100',
  prefs: allOn,
  preferred_contact: 'email',
  sms_consent: true,
}
const olga: Recipient = { ...ana, as: 'staff', push: true }

describe('mayTell', () => {
  it.each<[string, Partial<Recipient>, MessageKind, 'email' | 'sms', string, object]>([
    ['a receipt at night', {}, 'receipt', 'email', night, { do: 'send', basis: 'required' }],
    [
      'a receipt by text at night',
      {},
      'receipt',
      'sms',
      night,
      { do: 'later', at: morning, reason: 'quiet_hours', basis: 'consent' },
    ],
    ['a password at night', {}, 'reset_password', 'email', night, { do: 'send' }],
    ['an invoice at night', {}, 'invoice_sent', 'email', night, { do: 'later', at: morning }],
    ['an invoice at noon', {}, 'invoice_sent', 'email', noon, { do: 'send', basis: 'choice' }],
    [
      'an invoice to a customer who wants none by mail',
      { invoice_email: false },
      'invoice_sent',
      'email',
      noon,
      { do: 'never', reason: 'switched_off' },
    ],
    [
      'a failed payment without billing alerts',
      { prefs: { ...allOn, billing_alerts: false } },
      'payment_failed',
      'email',
      noon,
      { do: 'never', reason: 'switched_off' },
    ],
    [
      'a failed payment to a customer who wants to be called',
      { preferred_contact: 'phone' },
      'payment_failed',
      'email',
      noon,
      { do: 'never', reason: 'wants_calls' },
    ],
    [
      'a receipt without consent to texts',
      { sms_consent: false },
      'receipt',
      'sms',
      noon,
      { do: 'never', reason: 'no_consent' },
    ],
    [
      'anything after STOP',
      { blocked: { email: null, sms: 'stopped' } },
      'receipt',
      'sms',
      noon,
      { do: 'never', reason: 'stopped' },
    ],
    [
      'the answer to STOP, after it',
      { blocked: { email: null, sms: 'stopped' }, sms_consent: false },
      'stop_confirmed',
      'sms',
      night,
      { do: 'send' },
    ],
    [
      'the answer to STOP, to a number that takes no texts',
      { blocked: { email: null, sms: 'invalid' } },
      'stop_confirmed',
      'sms',
      noon,
      { do: 'never', reason: 'invalid' },
    ],
    [
      'the answer to HELP after STOP',
      { blocked: { email: null, sms: 'stopped' } },
      'help',
      'sms',
      noon,
      { do: 'never', reason: 'stopped' },
    ],
    [
      'a reply after STOP',
      { blocked: { email: null, sms: 'stopped' } },
      'reply',
      'sms',
      noon,
      { do: 'never', reason: 'stopped' },
    ],
    [
      'a receipt to a number whose texts are on hold',
      { blocked: { email: null, sms: 'on_hold' } },
      'receipt',
      'sms',
      noon,
      { do: 'other', channel: 'email', reason: 'on_hold' },
    ],
    [
      'the same without an address for mail',
      { email: null, blocked: { email: null, sms: 'on_hold' } },
      'receipt',
      'sms',
      noon,
      { do: 'never', reason: 'on_hold' },
    ],
    [
      'a receipt to a mailbox that returns mail',
      { blocked: { email: 'bounced', sms: null } },
      'receipt',
      'email',
      noon,
      { do: 'never', reason: 'bounced' },
    ],
    [
      'an invitation of an owner without a confirmed mailbox',
      { as: 'address', sender: { ...ana.sender, verified: false } },
      'customer_invite',
      'email',
      noon,
      { do: 'later', reason: 'sender_unverified' },
    ],
    [
      'one more invitation than a day allows',
      {
        as: 'address',
        sender: { ...ana.sender, invitations: dailyCaps.invitations },
      },
      'customer_invite',
      'email',
      noon,
      { do: 'never', reason: 'daily_cap' },
    ],
    [
      'one more invitation than a day of a trial allows',
      {
        as: 'address',
        sender: { ...ana.sender, on_trial: true, invitations: dailyCaps.trial_invitations },
      },
      'customer_invite',
      'email',
      noon,
      { do: 'never', reason: 'daily_cap' },
    ],
    [
      'one more texted code than a day allows',
      { as: 'address', sender: { ...ana.sender, code_texts: dailyCaps.code_texts } },
      'sign_in_code',
      'sms',
      noon,
      { do: 'never', reason: 'daily_cap' },
    ],
    [
      'one more texted code than a day of a trial allows',
      {
        as: 'address',
        sender: { ...ana.sender, on_trial: true, code_texts: dailyCaps.trial_code_texts },
      },
      'sign_in_code',
      'sms',
      noon,
      { do: 'never', reason: 'daily_cap' },
    ],
    [
      'a code by mail after all the texts',
      { as: 'address', sender: { ...ana.sender, code_texts: dailyCaps.code_texts } },
      'sign_in_code',
      'email',
      noon,
      { do: 'send' },
    ],
    [
      'a text from a number that is not registered',
      { sender: { ...ana.sender, texts: false } },
      'visit_cancelled',
      'sms',
      noon,
      { do: 'other', channel: 'email', reason: 'sms_unregistered' },
    ],
    [
      'a visit to an archived customer',
      { archived: true },
      'visit_cancelled',
      'email',
      noon,
      { do: 'never', reason: 'archived' },
    ],
    [
      'an offer after unsubscribing',
      { offers_off: true },
      'promotion',
      'email',
      noon,
      { do: 'never' },
    ],
    [
      'an offer by text with consent to texts about visits only',
      {},
      'promotion',
      'sms',
      noon,
      { do: 'never', reason: 'no_offer_consent' },
    ],
    [
      'an offer on a Saturday',
      {},
      'promotion',
      'email',
      '2027-06-12T16:00:00.000Z',
      { do: 'later', at: '2027-06-14T14:00:00.000Z' },
    ],
    [
      'the eleventh text of a day',
      { today: { sms: 10, marketing: 0, email: 0 } },
      'visit_cancelled',
      'sms',
      noon,
      { do: 'later', at: morning, reason: 'daily_cap' },
    ],
  ])('%s', (_, over, kind, channel, now, verdict) =>
    expect(mayTell({ ...ana, ...over }, kind, channel, now)).toMatchObject(verdict),
  )

  it('lets a tap be taken back at night too, when waiting for the morning would be too late', () => {
    const at = '2027-06-10T03:30:10.000Z'
    const about = { useful_until: '2027-06-10T04:00:00.000Z', not_before: at }
    const verdict = { do: 'later', at, reason: 'undo_first' }
    expect(mayTell(ana, 'on_the_way', 'email', night, about)).toMatchObject(verdict)
    expect(mayTell(ana, 'on_the_way', 'email', at, about)).toMatchObject({ do: 'send' })
  })

  it('sends news that is old by the morning by mail at once, and makes no sound', () => {
    const about = { useful_until: '2027-06-10T04:00:00.000Z' }
    expect(mayTell(ana, 'visit_cancelled', 'email', night, about)).toMatchObject({ do: 'send' })
    expect(mayTell(ana, 'visit_cancelled', 'sms', night, about)).toEqual({
      do: 'other',
      channel: 'email',
      reason: 'too_late',
    })
    expect(mayTell({ ...ana, email: null }, 'visit_cancelled', 'sms', night, about)).toEqual({
      do: 'never',
      reason: 'too_late',
    })
  })
})

describe('a business whose mailbox nobody has proven', () => {
  const unproven = { ...ana, sender: { ...ana.sender, verified: false } }
  const days = (count: number) => new Date(Date.parse(noon) + count * 86_400_000).toISOString()
  const bill = (over: Partial<Recipient>, asked: object = {}) =>
    mayTell({ ...unproven, ...over }, 'invoice_sent', 'email', noon, asked)
  it.each<[string, Partial<Recipient>, object, object]>([
    ['waits an hour', {}, {}, { do: 'later', at: '2027-06-09T17:00:00.000Z' }],
    ['waits again', {}, { created_at: days(-6.9) }, { do: 'later' }],
    [
      'waits no longer than a week',
      {},
      { created_at: days(-7) },
      { do: 'never', reason: 'sender_unverified' },
    ],
    ['waits for a use', {}, { useful_until: days(0.01) }, { do: 'later' }],
    ['waits for no use', {}, { useful_until: noon }, { do: 'never', reason: 'too_late' }],
    [
      'keeps no more than a day allows',
      { today: { ...ana.today, email: dailyCaps.email } },
      {},
      { do: 'never', reason: 'daily_cap' },
    ],
    ['keeps to a choice', { invoice_email: false }, {}, { do: 'never', reason: 'switched_off' }],
    ['writes to its own staff', { as: 'staff' }, {}, { do: 'send' }],
  ])('%s', (_, over, asked, verdict) => expect(bill(over, asked)).toMatchObject(verdict))
})

describe('planTelling', () => {
  const ways = (person: Recipient, kind: MessageKind, now = noon) =>
    planTelling(person, kind, now).map(({ channel, verdict }) => `${channel} ${verdict.do}`)
  it.each<[string, Recipient, MessageKind, string[]]>([
    ['visits by mail and text', ana, 'visit_cancelled', ['email send', 'sms send']],
    ['money one way', ana, 'receipt', ['email send']],
    [
      'money by text to whoever prefers texts',
      { ...ana, preferred_contact: 'sms' },
      'receipt',
      ['sms send'],
    ],
    [
      'by mail when the preferred number answered STOP',
      { ...ana, preferred_contact: 'sms', blocked: { email: null, sms: 'stopped' } },
      'receipt',
      ['email send'],
    ],
    [
      'by mail while texts to the preferred number are on hold',
      { ...ana, preferred_contact: 'sms', blocked: { email: null, sms: 'on_hold' } },
      'visit_cancelled',
      ['email send'],
    ],
    [
      'staff by every way they chose',
      olga,
      'request_received',
      ['email send', 'sms send', 'push send'],
    ],
    [
      'staff without texts',
      { ...olga, prefs: { ...allOn, sms_general: false } },
      'request_received',
      ['email send', 'push send'],
    ],
    [
      'nothing without an address',
      { ...ana, email: null, phone: null },
      'receipt',
      ['email never'],
    ],
    [
      'one mail in place of a text that may not be sent',
      { ...ana, sender: { ...ana.sender, texts: false } },
      'visit_cancelled',
      ['email send'],
    ],
  ])('%s', (_, person, kind, expected) => expect(ways(person, kind)).toEqual(expected))
})

describe('nextOpening', () => {
  it('stays when every zone is open, and goes to the first moment at which all are', () => {
    expect(nextOpening(noon, ['America/New_York'])).toBe(noon)
    // 8:00 in Los Angeles is 11:00 in New York.
    expect(nextOpening(morning, ['America/New_York', 'America/Los_Angeles'])).toBe(
      '2027-06-10T15:00:00.000Z',
    )
  })
  it('knows the weekends on which clocks change', () => {
    expect(nextOpening('2027-03-14T05:30:00.000Z', ['America/New_York'])).toBe(
      '2027-03-14T12:00:00.000Z',
    )
    expect(nextOpening('2027-11-07T05:30:00.000Z', ['America/New_York'])).toBe(
      '2027-11-07T13:00:00.000Z',
    )
  })
})

describe('10,000 random people, kinds and moments', () => {
  const zones = ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'America/Phoenix']
  const kinds = Object.keys(messageKinds) as MessageKind[]
  let seed = 20_270_609
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const flip = (odds = 0.5) => random() < odds
  const someone = (): Recipient => ({
    as: pick(['customer', 'customer', 'staff', 'address']),
    email: flip(0.85) ? 'ana@example.com' : null,
    phone: flip(0.7) ? '+19195550100' : null,
    push: flip(0.3),
    blocked: {
      email: flip(0.1) ? pick<BlockReason>(['bounced', 'complained']) : null,
      sms: flip(0.15) ? pick<BlockReason>(['stopped', 'invalid']) : null,
    },
    archived: flip(0.1),
    prefs: flip(0.3)
      ? null
      : {
          email_general: flip(0.8),
          sms_general: flip(),
          product_updates: flip(),
          billing_alerts: flip(0.8),
        },
    preferred_contact: pick([null, 'email', 'sms', 'phone']),
    sms_consent: flip(),
    sms_marketing_consent: flip(0.3),
    invoice_email: flip(0.8),
    reminders: flip(0.8),
    offers_off: flip(0.2),
    time_zones: flip(0.8) ? [pick(zones)] : [pick(zones), pick(zones)],
    phone_zones: pick([[], [], [pick(zones)], [pick(zones), pick(zones)]]),
    today: { sms: pick([0, 3, 10]), marketing: pick([0, 1, 3]), email: pick([0, 5, 40]) },
    sender: {
      verified: flip(0.9),
      texts: flip(0.85),
      invitations: pick([0, 10, 100, 200]),
      code_texts: pick([0, 20, 100]),
      on_trial: flip(0.2),
    },
  })

  it('no message goes against a choice, and none that is wanted is lost', () => {
    const outcomes = { send: 0, later: 0, never: 0 }
    for (let n = 0; n < 10_000; n++) {
      const [person, kind] = [someone(), pick(kinds)]
      const now = new Date(Date.UTC(2027, Math.floor(random() * 12), 1) + random() * 30 * 864e5)
      const plans = planTelling(person, kind, now.toISOString())
      expect(plans.length).toBeGreaterThan(0)
      for (const { channel, verdict } of plans) {
        if (verdict.do === 'other') throw new Error('A plan names the channel it goes by')
        outcomes[verdict.do]++
        if (verdict.do === 'later') expect(verdict.reason in laterReasons).toBe(true)
        if (verdict.do === 'never') expect(verdict.reason in neverReasons).toBe(true)
        else if ('reason' in verdict && verdict.reason === 'sender_unverified')
          expect(person.sender.verified).toBe(false)
        else
          expectAllowed(
            person,
            kind,
            channel,
            verdict.do === 'later' ? verdict.at : now.toISOString(),
          )
      }
      const goes = plans.some(({ verdict }) => verdict.do !== 'never')
      const could = channels.some(
        (channel) => mayTell(person, kind, channel, now.toISOString()).do !== 'never',
      )
      expect(goes).toBe(could)
    }
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(500)
  })

  /** The rules again, from the other side: what must hold for whatever goes out. */
  function expectAllowed(
    person: Recipient,
    kind: MessageKind,
    channel: 'email' | 'sms' | 'push',
    at: string,
  ) {
    const { category, urgent, switch: off, calls } = kindOf(kind)
    expect(addressOf(person, channel)).not.toBeNull()
    // A reply answers somebody who wrote first; one answer to their STOP is owed.
    const isReply = category === 'reply'
    const isAnswer = isReply && kind !== 'reply'
    const mayBe = kind === 'stop_confirmed' ? [null, 'stopped'] : [null]
    if (channel !== 'push') expect(mayBe).toContain(person.blocked[channel])
    if (person.as !== 'staff' && category !== 'account' && !isAnswer)
      expect(person.sender.verified).toBe(true)
    if (calls) expect(person.preferred_contact).not.toBe('phone')
    if (off === 'product_updates') expect(person.prefs?.product_updates).toBe(true)
    if (off === 'billing_alerts') expect(person.prefs?.billing_alerts).not.toBe(false)
    if (off === 'invoice_email' && channel === 'email') expect(person.invoice_email).toBe(true)
    if (off === 'reminders') expect(person.reminders).toBe(true)
    if (off === 'email_general' && channel === 'email')
      expect(person.prefs?.email_general).not.toBe(false)
    if (category === 'marketing') expect(person.offers_off || person.archived).toBe(false)
    if (channel === 'sms') {
      expect(person.sender.texts).toBe(true)
      if (person.as === 'staff') expect(person.prefs?.sms_general).toBe(true)
      else if (category === 'marketing') expect(person.sms_marketing_consent).toBe(true)
      else if (category !== 'invitation' && category !== 'account' && !isReply)
        expect(person.sms_consent).toBe(true)
    }
    if (category === 'marketing')
      for (const zone of [...person.time_zones, ...person.phone_zones]) {
        const { minutes, date } = wallClockIn(zone, at)
        expect(minutes).toBeGreaterThanOrEqual(10 * 60)
        expect(minutes).toBeLessThan(18 * 60)
        expect([1, 2, 3, 4, 5]).toContain(weekdayOf(date))
      }
    const isQuietMail = channel === 'email' && (urgent || person.as !== 'customer')
    if (!isQuietMail && !isReply && !(category === 'account' && urgent))
      for (const zone of person.time_zones) {
        const { minutes } = wallClockIn(zone, at)
        expect(minutes).toBeGreaterThanOrEqual(8 * 60)
        expect(minutes).toBeLessThan(21 * 60)
      }
  }
})
