import type { RegisteredRouter } from '@tanstack/react-router'
import type { Calls } from '../../../api/calls.ts'

type Path = Exclude<keyof RegisteredRouter['routesByPath'], `${string}/`>
/** Something to do, by what a person would type, and the page and sheet where it is done. */
export type Action = {
  label: string
  /** Other words people look for it by. */
  also?: string
  to: Path
  search?: Readonly<Record<string, string>>
  /** Pressed one after the other. */
  keys?: string
}

/** What somebody can start from anywhere. Who may is in the call's declaration. */
export const actions = {
  'POST /api/owner/customers': {
    label: 'Add customer',
    also: 'new client lead',
    to: '/app/customers',
    search: { sheet: 'add-customer' },
    keys: 'N C',
  },
  'POST /api/invoices': {
    label: 'New invoice',
    also: 'create bill billing',
    to: '/app/invoices',
    search: { sheet: 'new-invoice' },
    keys: 'N I',
  },
  'POST /api/schedule': {
    label: 'Add work to the schedule',
    also: 'new visit job appointment series book',
    to: '/app/schedule',
    search: { sheet: 'add' },
    keys: 'N V',
  },
  'POST /api/owner/misc-events': {
    label: 'Add event',
    also: 'new meeting reminder',
    to: '/app/schedule',
    search: { sheet: 'event' },
    keys: 'N E',
  },
  'POST /api/schedule/lost-day': {
    label: 'Rain day',
    also: 'lost day weather move cancel reschedule visits',
    to: '/app/schedule',
    search: { sheet: 'lost-day' },
    keys: 'N L',
  },
  'POST /api/schedule/tray/place': {
    label: 'Schedule visits on hold',
    also: 'on hold reschedule',
    to: '/app/schedule',
    search: { sheet: 'tray' },
  },
  'PATCH /api/owner/schedule-settings': {
    label: 'Schedule settings',
    also: 'hours working days closed holidays buffer',
    to: '/app/schedule',
    search: { sheet: 'settings' },
  },
  'POST /api/owner/invitations/email': {
    label: 'Invite customer',
    also: 'email sign up onboard',
    to: '/app/onboard-customer',
    keys: 'N U',
  },
  'POST /api/owner/invitations/sms': {
    label: 'Invite customer by text',
    also: 'sms phone onboard',
    to: '/app/onboard-customer',
  },
  'POST /api/owner/invitations/create': {
    label: 'Invite customer with a QR code',
    also: 'onboard scan',
    to: '/app/onboard-customer',
  },
  'POST /api/owner/announcements': {
    label: 'New announcement',
    also: 'message all customers broadcast promotion',
    to: '/app/messages/announcements',
    keys: 'N A',
  },
  'POST /api/owner/imports': {
    label: 'Import customers',
    also: 'csv upload file move switch',
    to: '/app/import',
  },
  'POST /api/owner/services': {
    label: 'Add service',
    also: 'new price',
    to: '/app/services',
    search: { sheet: 'service' },
    keys: 'N S',
  },
  'POST /api/owner/services/many': {
    label: 'Add services from a template',
    to: '/app/services',
    search: { sheet: 'service-template' },
  },
  'POST /api/owner/price-campaigns': {
    label: 'Raise prices',
    also: 'increase campaign cost',
    to: '/app/price-campaigns',
  },
  'POST /api/owner/products': {
    label: 'Add product',
    also: 'chemical fertilizer',
    to: '/app/products-applied',
    search: { sheet: 'product' },
  },
  'POST /api/invoices/send-many': {
    label: 'Send invoices',
    also: 'invoices drafts to bill',
    to: '/app/invoices/to-bill',
  },
  'POST /api/owner/receivables/statements': {
    label: 'Send statements',
    also: 'overdue owed',
    to: '/app/receivables',
  },
  'POST /api/owner/stripe/refund': {
    label: 'Refund a payment',
    also: 'money back',
    to: '/app/payments',
  },
  'POST /api/owner/timesheets': {
    label: 'Add shift',
    also: 'hours time clock',
    to: '/app/timesheets',
    search: { sheet: 'add-shift' },
    keys: 'N H',
  },
  'POST /api/owner/timesheets/approve': {
    label: 'Approve hours',
    also: 'timesheets payroll',
    to: '/app/timesheets',
  },
  'POST /api/owner/crew-members': {
    label: 'Add crew member',
    also: 'new person employee worker',
    to: '/app/crews',
    search: { sheet: 'add-member' },
    keys: 'N P',
  },
  'POST /api/owner/invitations': {
    label: 'Invite to the staff',
    also: 'manager payee employee office person',
    to: '/app/crews',
    search: { sheet: 'add-colleague' },
  },
  'POST /api/owner/teams': {
    label: 'Add team',
    also: 'new crew',
    to: '/app/crews',
    search: { sheet: 'add-team' },
    keys: 'N T',
  },
  'POST /api/owner/time-off': {
    label: 'Add days off',
    also: 'time off vacation sick holiday',
    to: '/app/crews',
  },
  'POST /api/owner/people/{id}/role': {
    label: 'Change someone’s role',
    also: 'rights permissions',
    to: '/app/people',
  },
  'POST /api/owner/exports': {
    label: 'Export everything',
    also: 'download copy backup data',
    to: '/app/settings',
    search: { tab: 'data' },
  },
  'POST /api/owner/organization/update': {
    label: 'Change business details',
    also: 'organization name address phone late fee reminders tips due date',
    to: '/app/settings',
    search: { tab: 'organization' },
  },
  'PUT /api/owner/brand': {
    label: 'Change logo and color',
    also: 'brand',
    to: '/app/settings',
    search: { tab: 'organization', section: 'brand' },
  },
  'PUT /api/owner/tax-rates': {
    label: 'Set sales tax rates',
    to: '/app/settings',
    search: { tab: 'organization', section: 'tax' },
  },
  'PUT /api/owner/review-settings': {
    label: 'Ask for reviews',
    also: 'google stars',
    to: '/app/settings',
    search: { tab: 'organization', section: 'reviews' },
  },
  'PUT /api/owner/sign-in-rules': {
    label: 'Require two-step sign-in for staff',
    also: 'security sign-in rules',
    to: '/app/settings',
    search: { tab: 'organization', section: 'sign-in' },
  },
  'POST /api/owner/stripe/start-onboarding': {
    label: 'Set up payments',
    also: 'stripe bank account verification',
    to: '/app/settings',
    search: { tab: 'organization', section: 'payments' },
  },
  'POST /api/owner/messages/wordings/save': {
    label: 'Change message wording',
    also: 'wording templates email text',
    to: '/app/settings/wording',
  },
  'POST /api/owner/platform-billing/set-payment-method': {
    label: 'Change how the subscription is paid',
    also: 'card billing',
    to: '/app/settings',
    search: { tab: 'billing' },
  },
  'POST /api/owner/platform-billing/cancel': {
    label: 'Cancel the subscription',
    to: '/app/settings',
    search: { tab: 'billing' },
  },
  'PUT /api/users/picture': {
    label: 'Change your picture',
    also: 'photo avatar',
    to: '/app/account',
  },
  'PUT /api/users/update-me': {
    label: 'Edit your profile',
    also: 'name email phone account',
    to: '/app/account',
  },
  'POST /api/users/password-change-ticket': {
    label: 'Change your password',
    to: '/app/account',
  },
  'POST /api/me/passkeys': {
    label: 'Add a passkey',
    also: 'fingerprint face sign-in security',
    to: '/app/account',
  },
  'POST /api/me/second-factor/begin': {
    label: 'Set up an authenticator app',
    also: 'second factor 2fa security',
    to: '/app/account',
  },
  'POST /api/me/sessions/end-others': {
    label: 'Sign out everywhere else',
    also: 'devices log out',
    to: '/app/account',
  },
  'POST /api/me/calendars': {
    label: 'See your schedule in a calendar app',
    also: 'google apple outlook ical feed',
    to: '/app/account',
  },
  'POST /api/me/push/subscribe': {
    label: 'Show notices on this device',
    also: 'push notifications',
    to: '/app/account',
  },
  'POST /api/me/erasure': {
    label: 'Delete your personal data',
    also: 'erase account privacy',
    to: '/app/account',
  },
  'POST /api/admin/create-user': {
    label: 'Add person',
    also: 'new user',
    to: '/app/admin',
    search: { tab: 'users', sheet: 'user' },
  },
  'POST /api/admin/create-organization': {
    label: 'Add organization',
    also: 'new business company',
    to: '/app/admin',
    search: { tab: 'organizations', sheet: 'organization' },
  },
  'POST /api/admin/owner-invitations': {
    label: 'Invite an owner',
    to: '/app/admin',
    search: { tab: 'invitations' },
  },
  'POST /api/admin/product-updates': {
    label: 'Write a product update',
    also: 'news release newsletter',
    to: '/app/admin',
    search: { tab: 'updates' },
  },
  'POST /api/admin/impersonate/start': { label: 'Impersonate someone', to: '/app/impersonate' },
  'POST /api/sales/leads': {
    label: 'New lead',
    also: 'prospect sales',
    to: '/app/sales',
    search: { sheet: 'new-lead' },
    keys: 'N D',
  },
} satisfies Partial<Record<Exclude<keyof Calls, `GET ${string}`>, Action>>
