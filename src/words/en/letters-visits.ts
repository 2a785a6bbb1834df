import { letters } from '../letter-table.ts'

const footer =
  'You’re getting this because you’re a customer of {business}. You can change what we send in your account.'
const facts = [
  ['Service', '{service}'],
  ['When', '{when}'],
] as const
const common = { facts, footer, button: 'See my visits' } as const
/** A pause with an end; its body says who made it. */
const paused = {
  subject: 'Paused from {date}: {service}',
  preheader: 'It resumes automatically on {until}.',
  heading: 'Your service is paused',
  facts: [
    ['Service', '{service}'],
    ['From', '{date}'],
    ['Resumes', '{until}'],
  ],
  button: 'See my visits',
  footer,
  sms: '{business}: paused from {date}: {service}. It resumes automatically on {until}.',
} as const
const byThemselves = {
  footer: 'You’re getting this because you manage {business}.',
} as const

/** Visits and requests about them. */
export const visitLetters = letters({
  on_the_way: {
    main: {
      ...common,
      subject: '{business} is on the way',
      preheader: 'For your {service} today.',
      heading: 'We are on our way',
      body: ['Our crew is on its way to you.'],
      sms: '{business}: we are on our way to you for your {service}.',
    },
  },
  visit_completed: {
    main: {
      ...common,
      subject: '{service}: done',
      preheader: '{business} finished the visit on {date}.',
      heading: 'Your visit is done',
      body: ['We have finished the work. If something isn’t right, reply to this message.'],
      sms: '{business}: {service} on {date} is done.',
    },
  },
  visit_rescheduled: {
    new_date: {
      ...common,
      subject: 'New date for your {service}: {date}',
      preheader: 'Moved from {old_when} to {when}.',
      heading: 'Your visit has a new date',
      body: ['We moved your visit from {old_when}.'],
      sms: '{business}: your {service} moved from {old_when} to {when}.',
    },
    new_time: {
      ...common,
      subject: 'New time for your {service}: {when}',
      preheader: 'Moved from {old_when} to {when}.',
      heading: 'Your visit has a new time',
      body: ['We moved your visit from {old_when}.'],
      sms: '{business}: your {service} moved from {old_when} to {when}.',
    },
    own_choice: {
      ...common,
      subject: 'Your {service} is moved to {date}',
      preheader: 'You moved it from {old_when} to {when}.',
      heading: 'Your visit has a new date',
      body: ['You moved your visit from {old_when}. We come on the new date instead.'],
      sms: '{business}: you moved your {service} from {old_when} to {when}.',
    },
  },
  visit_cancelled: {
    own_choice: {
      ...common,
      subject: 'You cancelled your {service} on {date}',
      preheader: 'You are not charged for it.',
      heading: 'You cancelled this visit',
      body: [
        'We will not come on this date, and you are not charged for it. Your later visits stay the same.',
      ],
      sms: '{business}: you cancelled your {service} on {date}. You are not charged for it.',
    },
    main: {
      ...common,
      subject: 'Your {service} on {date} is cancelled',
      preheader: 'You are not charged for it.',
      heading: 'This visit is cancelled',
      body: [
        'We will not come on this date, and you are not charged for it. Your later visits stay the same.',
        '{reason}',
      ],
      sms: '{business}: your {service} on {date} is cancelled.',
    },
  },
  visit_restored: {
    main: {
      ...common,
      subject: 'Your {service} on {date} is back on',
      preheader: '{business} comes {when}.',
      heading: 'This visit is on again',
      body: ['We had cancelled this visit. It’s back on.'],
      sms: '{business}: your {service} on {when} is back on.',
    },
  },
  visit_held: {
    main: {
      ...common,
      subject: 'Your {service} on {date} needs a new date',
      preheader: 'We will tell you the new date.',
      heading: 'This visit needs a new date',
      body: [
        'We can’t come on this date. We’ll tell you the new one as soon as we know it. Your later visits stay the same.',
      ],
      sms: '{business}: your {service} on {date} needs a new date. We will tell you the new date.',
    },
  },
  visit_kept: {
    main: {
      ...common,
      subject: 'Your {service} stays on {date}',
      preheader: '{business} comes {when} after all.',
      heading: 'This visit keeps its date',
      body: ['We told you this visit needs a new date. We can come on the original day after all.'],
      sms: '{business}: your {service} stays on {when} after all.',
    },
  },
  visits_changed: {
    paused: {
      ...paused,
      body: [
        'You paused this service. It resumes automatically on {until}, and you are not charged for the visits in between. You can resume it earlier in your account.',
      ],
    },
    resumed: {
      subject: 'Resumed: {service}',
      preheader: 'The pause is over.',
      heading: 'Your service resumes',
      body: ['You ended the pause. Your next visits are in your account.'],
      facts: [['Service', '{service}']],
      button: 'See my visits',
      footer,
      sms: '{business}: resumed: {service}. Your next visits are in your account.',
    },
    main: {
      subject: '{count} of your visits have changed',
      preheader: '{business} changed {count} of your visits.',
      heading: 'Some of your visits have changed',
      body: ['Visits that aren’t listed stay the same.'],
      button: 'See my visits',
      footer,
      sms: '{business}: {changes}',
    },
  },
  visits_planned: {
    one: {
      ...common,
      subject: 'Your {service} is planned for {when}',
      preheader: '{business} comes {when}.',
      heading: 'Your visit is planned',
      body: ['If the day does not work for you, tell us in your account.'],
      sms: '{business}: your {service} is planned for {when}.',
    },
    several: {
      subject: 'Your visits are planned: {service}',
      preheader: 'The first one: {when}.',
      heading: 'Your visits are planned',
      body: [
        'These are the next ones; all others are in your account. If a day does not work for you, tell us there.',
      ],
      button: 'See my visits',
      footer,
      sms: '{business}: your visits are planned: {service}. The first one: {when}.',
    },
    changed: {
      subject: 'New days for your visits: {service}',
      preheader: 'The next one: {when}.',
      heading: 'Your visits have new days or times',
      body: [
        'We have changed when we come. These are the next visits; all others are in your account. If a day does not work for you, tell us there.',
      ],
      button: 'See my visits',
      footer,
      sms: '{business}: your visits have new days or times: {service}. The next one: {when}.',
    },
    ended: {
      subject: 'Your last visit is on {date}: {service}',
      preheader: 'No visits are planned after it.',
      heading: 'Your visits end',
      body: [
        'The last visit is on {date}. After it, we do not come and you are not charged for this service. If that is not what you want, reply to this message.',
      ],
      button: 'See my visits',
      footer,
      sms: '{business}: your last visit is on {date}: {service}. No visits are planned after it.',
    },
    over: {
      subject: 'No more visits are planned: {service}',
      preheader: 'We no longer come for this service.',
      heading: 'Your visits have ended',
      body: [
        'We no longer come for this service, and nothing more is charged for it. If that is not what you want, reply to this message.',
      ],
      facts: [['Service', '{service}']],
      button: 'See my visits',
      footer,
      sms: '{business}: no more visits are planned: {service}.',
    },
    paused: {
      ...paused,
      body: [
        'We have paused this service. It resumes automatically on {until}, and you are not charged for the visits in between.',
      ],
    },
    paused_openly: {
      subject: 'Paused from {date}: {service}',
      preheader: 'We will tell you when it resumes.',
      heading: 'Your service is paused',
      body: [
        'We have paused this service. We will tell you when it resumes, and you are not charged for the visits until then.',
      ],
      facts: [
        ['Service', '{service}'],
        ['From', '{date}'],
      ],
      button: 'See my visits',
      footer,
      sms: '{business}: paused from {date}: {service}. We will tell you when it resumes.',
    },
    resumed: {
      subject: 'Resumed: {service}',
      preheader: 'The next visit: {when}.',
      heading: 'Your service resumes',
      body: ['The pause is over. These are the next visits; all others are in your account.'],
      button: 'See my visits',
      footer,
      sms: '{business}: resumed: {service}. The next visit: {when}.',
    },
  },
  visit_reminder: {
    one: {
      subject: 'Reminder: {service} on {date}',
      preheader: '{business} comes {when}.',
      heading: 'We are coming soon',
      body: [
        'Please make sure we can get to where the work is. If the day no longer works for you, tell us in your account.',
      ],
      facts: [...facts, ['Where', '{address}']],
      button: 'See my visits',
      footer,
      sms: '{business}: reminder, {date}: {visits}.',
    },
    several: {
      subject: 'Reminder: {count} visits on {date}',
      preheader: '{business} comes {date}.',
      heading: 'We are coming soon',
      body: [
        'Please make sure we can get to where the work is. If the day no longer works for you, tell us in your account.',
      ],
      button: 'See my visits',
      footer,
      sms: '{business}: reminder, {date}: {visits}.',
    },
  },
  request_received: {
    reschedule: {
      subject: 'Request: {customer} asks to move the visit',
      preheader: '{service}, {date}.',
      heading: 'A customer asks for a change',
      body: ['{customer} asks to move the visit.'],
      facts: [...facts, ['Preferred', '{preferred}'], ['Reason', '{reason}']],
      button: 'Review on the schedule',
      footer: 'You’re getting this because you manage {business}.',
      sms: '{customer} asks to move the visit: {service}, {date}. {link}',
    },
    cancel: {
      subject: 'Request: {customer} asks to cancel the visit',
      preheader: '{service}, {date}.',
      heading: 'A customer asks for a change',
      body: ['{customer} asks to cancel the visit.'],
      facts: [...facts, ['Reason', '{reason}']],
      button: 'Review on the schedule',
      footer: 'You’re getting this because you manage {business}.',
      sms: '{customer} asks to cancel the visit: {service}, {date}. {link}',
    },
    visit: {
      ...byThemselves,
      subject: 'Request: {customer} asks for a visit',
      preheader: '{service}. {reason}',
      heading: 'A customer asks for a visit',
      body: ['{customer} asks for a visit that is not planned yet.'],
      facts: [facts[0], ['Preferred', '{preferred}'], ['Note', '{reason}']],
      button: 'Review on the schedule',
      sms: '{customer} asks for a visit: {service}. {link}',
    },
    moved: {
      ...byThemselves,
      subject: '{customer} moved their visit to {date}',
      preheader: '{service}: moved from {old_when} to {when}.',
      heading: 'A customer moved a visit',
      body: ['{customer} moved their visit from {old_when}. You don’t need to do anything.'],
      facts,
      button: 'Open the schedule',
      sms: '{customer} moved {service} from {old_when} to {when}. {link}',
    },
    skipped: {
      ...byThemselves,
      subject: '{customer} cancelled the visit on {date}',
      preheader: '{service}, {when}.',
      heading: 'A customer cancelled a visit',
      body: [
        '{customer} cancelled this visit. Later visits stay the same. You don’t need to do anything.',
      ],
      facts,
      button: 'Open the schedule',
      sms: '{customer} cancelled the visit: {service}, {when}. {link}',
    },
    paused: {
      ...byThemselves,
      subject: '{customer} pauses {service}',
      preheader: 'From {date} until {until}.',
      heading: 'A customer paused their service',
      body: [
        '{customer} pauses this work. It resumes automatically. You don’t need to do anything.',
      ],
      facts: [
        ['Service', '{service}'],
        ['From', '{date}'],
        ['Resumes', '{until}'],
      ],
      button: 'Open the schedule',
      sms: '{customer} pauses {service} from {date} until {until}. {link}',
    },
    resumed: {
      ...byThemselves,
      subject: '{customer} resumes {service}',
      preheader: 'The pause ends today.',
      heading: 'A customer resumed their service',
      body: ['{customer} ended the pause of this work. Its visits are on the schedule again.'],
      facts: [['Service', '{service}']],
      button: 'Open the schedule',
      sms: '{customer} resumes {service}. {link}',
    },
  },
  request_decided: {
    moved: {
      ...common,
      subject: 'Your request is approved',
      preheader: 'The visit moves to {new_when}.',
      heading: 'Your request is approved',
      body: ['The visit moves to {new_when}.', '{reason}'],
      sms: '{business}: your request is approved. {service}: the visit moves to {new_when}.',
    },
    approved: {
      ...common,
      subject: 'Your request is approved',
      preheader: 'We will tell you the new date.',
      heading: 'Your request is approved',
      body: ['We will tell you the new date.', '{reason}'],
      sms: '{business}: your request is approved. {service}, {when}: We will tell you the new date.',
    },
    cancelled: {
      ...common,
      subject: 'Your request is approved',
      preheader: 'The visit is cancelled.',
      heading: 'Your request is approved',
      body: ['The visit is cancelled.', '{reason}'],
      sms: '{business}: your request is approved. {service}, {when}: The visit is cancelled.',
    },
    denied: {
      ...common,
      subject: 'About your request',
      preheader: 'The visit stays as it was.',
      heading: 'We could not approve your request',
      body: ['The visit stays as it was.', '{reason}'],
      sms: '{business}: we could not approve your request. {service}, {when}: The visit stays as it was.',
    },
    too_late: {
      ...common,
      subject: 'About your request',
      preheader: 'The visit was already done.',
      heading: 'We could not approve your request',
      body: ['The visit was already done.', '{reason}'],
      sms: '{business}: we could not approve your request. {service}, {when}: The visit was already done.',
    },
    visit_declined: {
      ...common,
      subject: 'About the visit you asked for',
      preheader: '{reason}',
      heading: 'We cannot plan the visit you asked for',
      body: ['{reason}', 'Your other visits stay as planned.'],
      facts: [facts[0]],
      sms: '{business}: we cannot plan the visit you asked for. {reason}',
    },
  },
})
