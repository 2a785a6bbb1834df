import type { VisitRequestStatus } from '../../domain/schedule/visit-request.ts'
import { table } from '../table.ts'

/** What became of a visit the customer asked for. */
const asked: Record<VisitRequestStatus, string> = {
  requested: 'Waiting for an answer',
  scheduled: 'Planned',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** A customer’s request for a visit that is not planned. */
export const askVisitWords = table('ask-visit', {
  title: 'Request a visit',
  theBusiness: 'The business',
  about: (business: string) =>
    `${business} answers with a day, or says why it cannot come. Your planned visits stay as they are.`,
  failed: 'Failed to load the form',
  service: 'Service',
  choose: 'Choose a service',
  somethingElse: 'Something else',
  serviceMissing: 'Choose a service, or something else',
  where: 'Address',
  day: 'Day you would like',
  anyDay: 'Any day',
  dayAbout: 'Leave it empty if any day is fine.',
  closedDay: 'The business is closed on this day',
  note: 'Note (optional)',
  describe: 'What do you need?',
  noteMissing: 'Describe what you need',
  left: (characters: number) => `${characters} characters left`,
  send: 'Send request',
  sent: 'Request sent',
  sendFailed: 'Failed to submit request',
  close: 'Close',

  askedVisits: 'Visits you asked for',
  asked: (status: VisitRequestStatus): string => asked[status],
  wishedOn: (day: string) => `For ${day}`,
  plannedOn: (day: string) => `Planned for ${day}`,
  answered: (answer: string) => `Answer: ${answer}`,
})
