import { describe, expect, it } from 'vitest'
import { allOn, plainRecipient, planTelling, type Recipient } from '../messages/message.ts'
import { messageKinds, type MessageKind } from '../messages/message-kinds.ts'
import { notificationLabels } from '../base/person.ts'

/** Somebody who gets everything by every way. */
const everything: Recipient = {
  ...plainRecipient,
  email: 'ana@mail.example',
  phone: '+19195550100',
  prefs: allOn,
  sms_consent: true,
  sms_marketing_consent: true,
}
const noon = '2027-06-09T16:00:00Z'
/** The kinds of messages that go another way, or not at all, to somebody who differs in `over`. */
const changedBy = (person: Recipient, over: Partial<Recipient>): MessageKind[] =>
  (Object.keys(messageKinds) as MessageKind[]).filter(
    (kind) =>
      JSON.stringify(planTelling(person, kind, noon)) !==
      JSON.stringify(planTelling({ ...person, ...over }, kind, noon)),
  )

describe('every choice a person can make changes what they are sent', () => {
  const choices = Object.keys(notificationLabels) as (keyof typeof notificationLabels)[]

  it.each(choices)('staff: %s', (name) => {
    const staff = { ...everything, as: 'staff' as const }
    expect(changedBy(staff, { prefs: { ...allOn, [name]: false } })).not.toEqual([])
  })

  it('staff: notices on a device', () => {
    const staff = { ...everything, as: 'staff' as const }
    expect(changedBy(staff, { push: true })).toEqual(
      expect.arrayContaining(['signup_new', 'digest', 'payment_failed_staff']),
    )
    const withoutMail = { ...allOn, email_general: false, sms_general: false }
    const only = planTelling({ ...staff, push: true, prefs: withoutMail }, 'signup_new', noon)
    expect(only.map(({ channel }) => channel)).toEqual(['push'])
  })

  // For customers the switch for texts is their consent.
  it.each(choices.filter((name) => name !== 'sms_general'))('customers: %s', (name) => {
    expect(changedBy(everything, { prefs: { ...allOn, [name]: false } })).not.toEqual([])
  })

  it.each<[string, Partial<Recipient>, MessageKind]>([
    ['consent to texts', { sms_consent: false }, 'visit_reminder'],
    ['Email me my invoices', { invoice_email: false }, 'invoice_sent'],
    ['reminders', { reminders: false }, 'visit_reminder'],
    ['unsubscribed', { offers_off: true }, 'promotion'],
    ['Reach me by text: money', { preferred_contact: 'sms' }, 'invoice_sent'],
    ['Reach me by text: visits', { preferred_contact: 'sms' }, 'visit_cancelled'],
    ['Reach me by phone: money', { preferred_contact: 'phone' }, 'payment_failed'],
    ['Reach me by phone: visits', { preferred_contact: 'phone' }, 'visit_cancelled'],
  ])('%s', (_, over, kind) => expect(changedBy(everything, over)).toContain(kind))

  it('consent to offers by text, for somebody without a mailbox', () => {
    const reached = { ...everything, email: null }
    expect(changedBy(reached, { sms_marketing_consent: false })).toContain('promotion')
  })
})
