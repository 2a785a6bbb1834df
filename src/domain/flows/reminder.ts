import { addDays, wallClockIn, type LocalDate } from '../base/dates.ts'
import type { OrganizationSettings } from '../base/organization.ts'
import { allOn, openChannels, plainRecipient, type Recipient } from '../messages/message.ts'
import type { NotificationPrefs, PreferredContact } from '../base/person.ts'
import { isPaused, type Pause } from '../schedule/recurrence.ts'
import type { VisitStatus } from '../schedule/visit-status.ts'

/** No reminders after this local time; missed ones wait until morning. */
const lastReminderMinutes = 20 * 60

/**
 * The dates to remind customers of at a moment (ISO 8601): from tomorrow to as many days ahead as
 * the organization wants, between its hour and the evening; null at other times. Nearer days are
 * included for visits added late.
 */
export function reminderDates(
  {
    reminder_days_before: days,
    reminder_hour,
  }: Pick<OrganizationSettings, 'reminder_days_before' | 'reminder_hour'>,
  time_zone: string,
  now: string,
): { today: LocalDate; from: LocalDate; to: LocalDate } | null {
  const { date: today, minutes } = wallClockIn(time_zone, now)
  if (days === 0 || minutes < reminder_hour * 60 || minutes >= lastReminderMinutes) return null
  return { today, from: addDays(today, 1), to: addDays(today, days) }
}

/** True if a visit needs a reminder: it takes place, and its customer is not paused that day. */
export const isRemindable = (
  { status, date }: { status: VisitStatus; date: LocalDate },
  pauses: readonly Pause[],
): boolean => status === 'scheduled' && !isPaused(date, pauses)

/** What a customer's own account chose, and whether there is anything to write to. */
type MessageChoices = {
  prefs: Pick<NotificationPrefs, 'email_general'> | null
  preferred_contact: PreferredContact | null
  sms_opt_in: boolean
}
type MessageAddresses = { has_email: boolean; has_phone: boolean }

/** Whether messages about visits reach a customer by any channel. */
const isReached = (facts: MessageChoices & MessageAddresses): boolean =>
  openChannels(recipientOf(facts), 'visit_rescheduled').length > 0

const recipientOf = ({
  prefs,
  preferred_contact,
  sms_opt_in,
  has_email,
  has_phone,
}: MessageChoices & MessageAddresses): Recipient => ({
  ...plainRecipient,
  email: has_email ? 'someone@example.com' : null,
  phone: has_phone ? '+19195550100' : null,
  prefs: prefs && { ...allOn, ...prefs },
  preferred_contact,
  sms_consent: sms_opt_in,
})

/**
 * True if the customer's own account turned off both e-mails and texts about visits; that overrides
 * the office's switch.
 */
export const switchedOffMessages = (choices: MessageChoices): boolean =>
  !isReached({ ...choices, has_email: true, has_phone: true })

/** Why a customer gets no reminders, in display order; the customer's own choice first. */
export const reminderBars = ['customer', 'office', 'organization', 'address'] as const
export type ReminderBar = (typeof reminderBars)[number]
type ReminderFacts = MessageChoices &
  MessageAddresses & { reminder_opt_in: boolean; reminder_days_before: number }

export function barsOfReminders(facts: ReminderFacts): ReminderBar[] {
  const off = switchedOffMessages(facts)
  const applies: Record<ReminderBar, boolean> = {
    customer: off,
    office: !facts.reminder_opt_in,
    organization: facts.reminder_days_before === 0,
    address: !off && !isReached(facts),
  }
  return reminderBars.filter((bar) => applies[bar])
}

const barTexts: Record<ReminderBar, string> = {
  customer: 'by the customer',
  office: 'by the office',
  organization: 'for all customers',
  address: 'no address to send to',
}
/** 'On', or 'Off: by the customer, by the office'. */
export const remindersText = (bars: readonly ReminderBar[]): string =>
  bars.length ? `Off: ${bars.map((bar) => barTexts[bar]).join(', ')}` : 'On'

/**
 * How many days old a visit may be for its completion to be announced; later completions by the
 * office are bookkeeping.
 */
const completionNewsDays = 3
export const isCompletionNews = (date: LocalDate, today: LocalDate): boolean =>
  date >= addDays(today, -completionNewsDays)
