import { describe, expect, it } from 'vitest'
import { announcementRules, NewAnnouncement, paceOf, tallyOf } from './announcement.ts'
import { plainRecipient, planTelling, type Recipient } from '../messages/message.ts'

const noon = '2027-06-09T16:00:00Z'
const night = '2027-06-10T03:00:00Z'
const ways = { by_email: true, by_text: true }
const ana: Recipient = { ...plainRecipient, email: 'ana@mail.example', phone: '+19195550100' }
const people: Recipient[] = [
  ana,
  { ...ana, sms_consent: true, sms_marketing_consent: true },
  { ...ana, email: null, sms_consent: true },
  { ...ana, email: null },
  { ...plainRecipient },
  { ...ana, offers_off: true },
]
const tally = (kind: 'announcement_service' | 'promotion', now: string) =>
  tallyOf(
    people.map((one) => planTelling(one, kind, now)),
    ways,
  )

describe('the count before sending', () => {
  it('of a service announcement by day', () =>
    expect(tally('announcement_service', noon)).toEqual({
      customers: 6,
      email: 3,
      sms: 2,
      later: 0,
      never: [
        { reason: 'no_consent', text: 'Has not agreed to texts', customers: 1 },
        { reason: 'no_address', text: 'No email address or phone number', customers: 1 },
      ],
    }))

  it('at night everybody gets it later', () =>
    expect(tally('announcement_service', night)).toMatchObject({ email: 0, sms: 0, later: 4 }))

  it('of an offer goes by its own consent and switch, and one way', () =>
    expect(tally('promotion', noon)).toMatchObject({
      email: 2,
      sms: 0,
      never: [
        { reason: 'no_offer_consent', customers: 2 },
        { reason: 'no_address', customers: 1 },
        { reason: 'unsubscribed', customers: 1 },
      ],
    }))

  it('adds up', () => {
    for (const kind of ['announcement_service', 'promotion'] as const)
      for (const now of [noon, night]) {
        const { customers, later, never } = tally(kind, now)
        const now_ = people.filter((one) =>
          planTelling(one, kind, now).some(({ verdict }) => verdict.do === 'send'),
        ).length
        expect(now_ + later + never.reduce((sum, one) => sum + one.customers, 0)).toBe(customers)
      }
  })
})

it.each([
  [200, { at_once: 10, seconds: 180 }],
  [1, { at_once: 1, seconds: 3600 }],
  [3600, { at_once: 180, seconds: 180 }],
])('at %i an hour it is %j', (per_hour, pace) => expect(paceOf(per_hour)).toEqual(pace))

it('an announcement goes some way', () => {
  const one = { kind: 'promotion', subject: 'Hi', text: 'Hi', group: {} }
  expect(NewAnnouncement.safeParse({ ...one, by_email: false, by_text: false }).success).toBe(false)
  expect(NewAnnouncement.safeParse({ ...one, by_email: false, by_text: true }).success).toBe(true)
})

it.each<[boolean, 'sending' | 'stopped' | 'sent', number]>([
  [true, 'sending', 0],
  [true, 'sent', 3],
  [false, 'sent', 0],
  [false, 'stopped', 0],
])('may be stopped: %s when %s with %i waiting', (may, state, waiting) =>
  expect(announcementRules.stop({ state, waiting }) === null).toBe(may),
)
