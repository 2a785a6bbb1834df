import { table } from '../table.ts'

/** One appointment, as those who lead a team change it, and the list of all that is planned. */
export const appointmentWords = table('appointment', {
  title: 'Appointment',
  scopes: { date: 'This date', rule: 'The whole series' },
  close: 'Close',
  save: 'Save',
  team: 'Team',
  unassigned: 'Unassigned',
  startTime: 'Start time',
  noTime: 'No time',
  applyTo: 'Apply team to',
  markPaid: 'Mark paid',
  place: 'Schedule…',
  reschedule: 'Reschedule',
  clearTime: 'Clear time',
  putOnHold: 'Put on hold',
  letGo: 'Cancel visit',
  cancel: 'Cancel Appointment',
  notes: 'Notes',
  crewNotes: 'From the crew',
  checklist: 'Checklist',
  extras: 'Extra work',
  products: 'Products applied',
  photos: 'Photos',
  onHold: 'On hold',
  chooseTeamOrTime: 'Choose a team or a start time.',

  whyWaits: 'Why it is on hold',
  keepForLater: 'Keep for later',
  holdFailed: 'Failed to put on hold',
  stillHold: 'You can still put the visit on hold.',
  holdText: (customer: string, service: string, day: string) =>
    `${customer}, ${service} on ${day}. It leaves its day and waits under “On hold”.`,
  reason: 'Reason',
  reasonAbout: 'For the office and the crew. The customer only reads “To be rescheduled”.',
  reasonExample: 'For example: gate locked, waiting for the key',

  allRests: (customer: string) => `All work for ${customer} is paused.`,
  thisRests: 'This work is paused; other work for the customer continues.',
  notBilled: 'The visit stays here and is not billed.',
  openCustomer: 'Open the customer',
  changePause: 'Change or end the pause',

  asksCancel: 'The customer asks to cancel',
  asksOtherDate: 'The customer asks for another date',
  wouldSuit: 'Would suit',
  teamLoad: (team: string, visits: number, time: string) =>
    visits === 0
      ? `${team} is free`
      : `${team}: ${visits === 1 ? '1 visit' : `${visits} visits`}, ${time}`,
  whyNot: 'Why not (optional)',
  whyNotAbout: 'The customer reads it.',
  approve: 'Approve',
  chooseDate: 'Choose a date',
  deny: 'Deny',
  denyRequest: 'Deny request',
  back: 'Back',
  requestClosed:
    'The request is closed: the customer withdrew it, someone answered it, or its day has passed.',

  stillSave: 'You can still save a new date.',
  nowOn: (customer: string, service: string, day: string) =>
    `${customer}, ${service}, now on ${day}`,
  customerWrote: 'The customer wrote',
  customerWrites: 'The customer writes',
  wouldHaveSuited: 'Would have suited the customer',
  wouldLike: 'The customer would like',
  newDate: 'New date',
  moreDates: 'More dates',
  noneInCommon:
    'The customer’s days and your open days have none in common, so these are the next weekdays.',
  date: 'Date',
  typeDate: 'Or type a date',
  pickDate: 'Pick a date to reschedule',

  events: 'Organization Events',
  eventsFailed: 'Failed to load events',
  searchEvents: 'Search events',
  searchAbout: 'Name, address, service, 11/27 or Friday',
  allTeams: 'All teams',
  nothingFound: 'Nothing found',
  nothingPlanned: 'Nothing planned',
  nothingOn: (day: string) => `Nothing is planned for ${day}.`,
  nothingHere: 'Nothing in these days. Load the next ones below.',
  loadNext: (days: number, from: string | null) =>
    `Load next ${days} days${from ? `, from ${from}` : ''}`,
  event: 'Event',
  everyone: 'Everyone',
})
