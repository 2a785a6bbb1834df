import { addDays, wallClockIn, type LocalDate } from './dates.ts'
import type { OrganizationSettings } from './organization.ts'
import type { NotificationPrefs, PreferredContact } from './person.ts'
import { isPaused, type Pause } from './recurrence.ts'
import type { VisitStatus } from './visit.ts'

/** Hours of the clock at which an organization may let reminders go out. */
export const reminderHours = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] as const

/** No reminders after this time of the organization's day: what was missed waits for the morning. */
const lastReminderMinutes = 20 * 60

/**
 * The dates whose visits customers are to be reminded of at a moment (ISO 8601): from tomorrow on, as many days ahead as the
 * organization wants, from its hour until the evening; null outside. The near days count too, for visits that came late.
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

/** Who reads a message: the choices of their own account, if there is one, and whether there is anything to write to. */
export type MessageChoices = {
  prefs: Pick<NotificationPrefs, 'email_general'> | null
  preferred_contact: PreferredContact | null
  sms_opt_in: boolean
}
type MessageAddresses = { has_email: boolean; has_phone: boolean }
export type MessageChannel = 'email' | 'sms'

/**
 * How messages about visits reach a customer: by e-mail unless that is switched off, and by text whoever agreed to texts; who
 * prefers texts gets those alone, who prefers calls is called by a person.
 */
export function messageChannels({
  prefs,
  preferred_contact,
  sms_opt_in,
  has_email,
  has_phone,
}: MessageChoices & MessageAddresses): MessageChannel[] {
  if (preferred_contact === 'phone') return []
  const sms: MessageChannel[] = sms_opt_in && has_phone ? ['sms'] : []
  const email: MessageChannel[] = has_email && prefs?.email_general !== false ? ['email'] : []
  return preferred_contact === 'sms' && sms.length ? sms : [...email, ...sms]
}

/** True when a customer's own account wants neither e-mails nor texts about visits: that choice wins over the office's switch. */
export const switchedOffMessages = (choices: MessageChoices): boolean =>
  messageChannels({ ...choices, has_email: true, has_phone: true }).length === 0

/** Why a customer gets no reminders, in the order they are shown; the customer's own choice first. */
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
    address: !off && messageChannels(facts).length === 0,
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

/** How many days old a visit may be for its customer to hear that it is done: what the office completes later is bookkeeping. */
const completionNewsDays = 3
export const isCompletionNews = (date: LocalDate, today: LocalDate): boolean =>
  date >= addDays(today, -completionNewsDays)
