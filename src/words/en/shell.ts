import { readOnlyMessage } from '../../domain/platform.ts'
import { roleLabel } from '../../domain/roles.ts'
import { plural } from '../plural.ts'

/** The frame of the application: navigation, menus, banners. */
export const shell = {
  skip: 'Skip to content',
  sidebar: 'Sidebar',
  main: 'Main',
  breadcrumb: 'Breadcrumb',
  allPages: 'All pages',
  more: 'More',
  quickActions: 'Quick Actions',
  inviteAbout: 'Share a link or QR code, or send an invitation',
  scheduleAbout: 'See the week, add a visit',
  invoicesAbout: 'What is open and what is paid',
  onboardShort: 'Onboard',
  sandboxShort: 'Sandbox',
  sandboxMore: ': no real money',
  sandbox: 'Sandbox: no real money',
  live: 'Live',
  waiting: 'Reconnecting…',
  offlinePage: 'You appear to be offline. The page opens when you are online again.',
  impersonation: 'Impersonation',
  actingAs: 'You are acting as',
  signedInAs: (name: string) => `signed in as ${name}`,
  stopImpersonating: 'Stop impersonating',
  stopFailed: 'Failed to stop impersonation',
  unsentTitle: (count: number) =>
    plural('en', count, {
      one: 'One change is not sent yet',
      other: `${count} changes are not sent yet`,
    }),
  unsentText:
    'What waits for a connection stays on this phone and is sent when you log in here again.',
  logOut: 'Log out',
  logOutFailed: 'Could not log out',
  readOnly: 'Read only',
  readOnlyMessage,
  goToBilling: 'Go to Billing',
  account: 'Account',
  accountMenu: (name: string) => `Account menu, ${name}`,
  organization: 'Organization',
  current: 'current',
  switchFailed: 'Could not switch the organization',
  appearance: 'Appearance',
  likeDevice: 'Same as device',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  languageFailed: 'Could not save the language',
  role: roleLabel,
}
