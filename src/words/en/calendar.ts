import { table } from '../table.ts'

/** The calendars of a phone or computer that show our visits. */
export const calendarWords = table('calendar', {
  title: 'Calendar on your phone',
  about:
    'Make a link and add it to the calendar of your phone or computer. It then shows your visits and follows every change, usually within a few hours. Anyone who has the link sees what it shows, so keep it to yourself.',
  failed: 'Failed to load your calendars',
  names: {
    schedule: 'The whole schedule',
    own_teams: 'The work of your team',
    own_visits: 'Your visits',
  },
  team: (name: string) => `Only ${name}`,
  make: 'Make a link',
  makeFor: (what: string) => `Make a link: ${what}`,
  linkOf: (what: string) => `Link: ${what}`,
  add: 'Add to my calendar',
  copy: 'Copy the link',
  renew: 'New link',
  renewTitle: 'Make a new link?',
  renewAbout: 'Calendars that use the old link stop getting updates. Add the new one to yours.',
  end: 'End the link',
  endTitle: 'End this link?',
  endAbout: 'Calendars that use it stop getting updates.',
  made: 'The link is ready',
  ended: 'The link has ended',
  notMade: 'The link could not be made',
  notEnded: 'The link could not be ended',
  readAt: (when: string) => `Last read ${when}`,
  notRead: 'Not read by any calendar yet',
})
