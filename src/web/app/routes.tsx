import { customerSorts } from '../../domain/customers/customer-sort.ts'
import { invoiceTiles } from '../../domain/money/invoice-tile.ts'
import { billTabs } from '../../domain/money/to-bill.ts'
import {
  adminRoles,
  crewRoles,
  inviterRoles,
  leaderRoles,
  moneyRoles,
  officeAndAdminRoles,
  officeRoles,
  ownerAndAdminRoles,
  salesRoles,
  workRoles,
} from '../../domain/base/roles.ts'
import {
  appLayout,
  forward,
  open,
  plain,
  publicLayout,
  root,
  routes,
  screen,
  unknownScreen,
} from './route-kit.ts'
import { date, flag, oneOf, search, text, whole } from './search.ts'

// One line per route, by path. `plain`: public, without the component library. `open`: public, with it. `screen`: behind sign-in, under `/app`.

const plainRoutes = routes(
  plain('/admin/owner-onboard', {
    title: 'Set up your business',
    component: () => import('../public/onboarding/Prepare.tsx'),
  }),
  plain('/auth/callback', {
    title: 'Signing in',
    component: () => import('../public/plain/AuthCallback.tsx'),
  }),
  plain('/get-started', {
    title: 'Start your free trial',
    component: () => import('../public/plain/GetStarted.tsx'),
  }),
  plain('/legal/privacy', {
    title: 'Privacy Policy',
    component: async () => ({ default: (await import('../public/plain/Legal.tsx')).Privacy }),
  }),
  plain('/legal/terms', {
    title: 'Terms of Service',
    component: async () => ({ default: (await import('../public/plain/Legal.tsx')).Terms }),
  }),
  plain('/login', {
    title: 'Log in',
    search: search({
      next: text,
      screen: text,
      login_hint: text,
      email: text,
      flow: text,
      entered: flag,
    }),
    component: () => import('../public/plain/Login.tsx'),
  }),
  plain('/onboarding-callback', {
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('../public/plain/OwnerCallback.tsx'),
  }),
  plain('/owner-onboarding-callback', {
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('../public/plain/OwnerCallback.tsx'),
  }),
  plain('/support', { title: 'Support', component: () => import('../public/plain/Support.tsx') }),
  plain('/unauthorized', {
    title: 'Unauthorized',
    component: () => import('../public/plain/Unauthorized.tsx'),
  }),
  forward('/invite', () => '/app'),
  forward('/invite/$token', ({ token }) => `/signup/${token}`),
  forward('/invoices/$id', ({ id }) => `/app/invoices/${id}`),
)

// Not among them: '/org/$slug/info', the flyer, which the server writes as a page of its own (server/flows/signup/flyer-html.ts).
const openRoutes = routes(
  open('/signup/$code/done', {
    title: "You're all set!",
    component: () => import('../public/signup/SignupDone.tsx'),
  }),
  open('/signup/org/$slug/done', {
    title: "You're all set!",
    component: () => import('../public/signup/SignupDone.tsx'),
  }),
  open('/second-factor', {
    title: 'Second factor',
    search: search({ next: text }),
    component: () => import('../public/second-factor/SecondFactorGate.tsx'),
  }),
  open('/pay/$token', {
    title: 'Pay invoice',
    component: () => import('../public/pay/PayLink.tsx'),
  }),
  open('/card/$token', {
    title: 'Replace your card',
    component: () => import('../public/pay/CardLink.tsx'),
  }),
  open('/agree/$token', {
    title: 'Automatic payments',
    component: () => import('../public/pay/Agree.tsx'),
  }),
  open('/invite/accept', {
    title: 'Your invitation',
    search: search({ code: text }),
    component: () => import('../public/invite/AcceptInvite.tsx'),
  }),
  open('/admin/owner-onboard/$code', {
    title: 'Set up your business',
    search: search({ step: text }),
    component: () => import('../public/onboarding/Wizard.tsx'),
  }),
  open('/signup/$code', {
    title: 'Create Account',
    component: () => import('../public/signup/Signup.tsx'),
  }),
  open('/signup/$code/pay', {
    title: 'Add payment method',
    component: () => import('../public/signup/SignupPay.tsx'),
  }),
  open('/signup/org/$slug', {
    title: 'Create Account',
    component: () => import('../public/signup/Signup.tsx'),
  }),
  open('/signup/org/$slug/pay', {
    title: 'Add payment method',
    component: () => import('../public/signup/SignupPay.tsx'),
  }),
)

const scheduleSearch = search({
  inbox: flag,
  date,
  occurrence_id: text,
  action: oneOf('reschedule', 'cancel'),
  add: flag,
  customer: text,
  asked: text,
  view: oneOf('board', 'team', 'day', 'month'),
})

const screens = routes(
  screen('/', { title: 'Home', roles: null, component: () => import('./home/Home.tsx') }),
  screen('crew', {
    title: 'Home',
    roles: null,
    component: () => import('./home/Home.tsx'),
  }),
  screen('dashboard-owner', {
    title: 'Dashboard',
    roles: officeAndAdminRoles,
    component: () => import('../office/dashboard/OwnerDashboard.tsx'),
  }),
  screen('crew-customers', {
    title: 'Customers',
    roles: leaderRoles,
    search: search({ q: text }),
    component: () => import('../crew/CrewCustomers.tsx'),
  }),
  screen('crew-schedule', {
    title: 'Schedule',
    roles: crewRoles,
    search: scheduleSearch,
    component: () => import('./schedule/Schedule.tsx'),
  }),
  screen('schedule', {
    title: 'Schedule',
    roles: workRoles,
    search: scheduleSearch,
    component: () => import('./schedule/Schedule.tsx'),
  }),
  screen('inbox', {
    title: 'Inbox',
    roles: officeRoles,
    search: search({
      thread: text,
      state: oneOf('open', 'waiting', 'closed'),
      whose: oneOf('mine', 'none'),
    }),
    component: () => import('../office/inbox/Inbox.tsx'),
  }),
  screen('messages', {
    title: 'Messages',
    roles: officeRoles,
    search: search({ q: text, kind: text, channel: text, state: text, customer: text }),
    component: () => import('../office/messages/Messages.tsx'),
  }),
  screen('messages/announcements', {
    title: 'Announcements',
    roles: officeRoles,
    search: search({ to: oneOf('chosen') }),
    component: () => import('../office/messages/Announcements.tsx'),
  }),
  screen('services', {
    title: 'Services',
    roles: officeAndAdminRoles,
    component: () => import('../office/services/Services.tsx'),
  }),
  screen('price-campaigns', {
    title: 'Price campaigns',
    roles: officeRoles,
    search: search({ to: oneOf('chosen'), id: text }),
    component: () => import('../office/price-campaigns/PriceCampaigns.tsx'),
  }),
  screen('products-applied', {
    title: 'Products applied',
    roles: officeAndAdminRoles,
    component: () => import('../office/products/ProductsApplied.tsx'),
  }),
  screen('onboard-customer', {
    title: 'Onboard Customer',
    roles: inviterRoles,
    search: search({ via: oneOf('qr', 'email', 'sms'), from: date, q: text }),
    component: () => import('../office/invitations/OnboardCustomer.tsx'),
  }),
  screen('my-hours', {
    title: 'My hours',
    roles: crewRoles,
    search: search({ on: date }),
    component: () => import('../crew/MyHours.tsx'),
  }),
  screen('team', {
    title: 'Team',
    roles: crewRoles,
    component: () => import('../crew/Team.tsx'),
  }),
  screen('people', {
    title: 'People',
    roles: officeRoles,
    component: () => import('../office/people/People.tsx'),
  }),
  screen('import', {
    title: 'Import',
    roles: officeRoles,
    search: search({ id: text, step: oneOf('columns') }),
    component: () => import('../office/imports/Import.tsx'),
  }),
  screen('timesheets', {
    title: 'Hours',
    roles: officeRoles,
    search: search({ date, view: oneOf('on-site') }),
    component: () => import('../office/timesheets/Timesheets.tsx'),
  }),
  screen('crews', {
    title: 'Crews',
    roles: ownerAndAdminRoles,
    component: () => import('../office/crews/Crews.tsx'),
  }),
  screen('invoices', {
    title: 'Invoices',
    roles: officeAndAdminRoles,
    search: search({
      q: text,
      status: text,
      group: oneOf('open', 'paid', 'closed'),
      tile: oneOf(...invoiceTiles),
      date_from: date,
      date_to: date,
    }),
    component: () => import('../shared/invoices/Invoices.tsx'),
  }),
  screen('invoices/to-bill', {
    title: 'To bill',
    roles: officeRoles,
    search: search({ tab: oneOf(...billTabs) }),
    component: () => import('../shared/invoices/ToBill.tsx'),
  }),
  screen('receivables', {
    title: 'Receivables',
    roles: moneyRoles,
    component: () => import('../shared/invoices/Receivables.tsx'),
  }),
  screen('payouts', {
    title: 'Payouts',
    roles: moneyRoles,
    component: () => import('../office/payouts/Payouts.tsx'),
  }),
  screen('invoices/$id', {
    title: 'Invoice',
    roles: [...moneyRoles, ...crewRoles, 'user'],
    component: () => import('../shared/invoices/InvoiceDetail.tsx'),
  }),
  screen('insights', {
    title: 'Insights',
    roles: moneyRoles,
    component: () => import('../office/payments/Insights.tsx'),
  }),
  screen('payments', {
    title: 'Payments',
    roles: moneyRoles,
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('../office/payments/Payments.tsx'),
  }),
  screen('reports', {
    title: 'Reports',
    roles: moneyRoles,
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('../office/payments/Reports.tsx'),
  }),
  screen('customers', {
    title: 'Customers',
    roles: officeAndAdminRoles,
    search: search({
      tab: oneOf('overview', 'teams'),
      sort: oneOf(...customerSorts),
      down: flag,
      customer: text,
      q: text,
      status: oneOf('lead', 'active', 'paused', 'archived'),
      team: text,
      service: text,
      frequency: text,
      tag: text,
      autopay: flag,
      due: flag,
      wishes: flag,
    }),
    component: () => import('../office/customers/Customers.tsx'),
  }),
  screen('customers/$id', {
    title: 'Customer',
    roles: moneyRoles,
    component: () => import('../office/customers/CustomerPage.tsx'),
  }),
  screen('user/invoices', {
    title: 'Invoices',
    roles: ['user'],
    component: () => import('../portal/UserInvoices.tsx'),
  }),
  screen('user/payments', {
    title: 'Payments',
    roles: ['user'],
    component: () => import('../portal/UserPayments.tsx'),
  }),
  screen('settings/wording', {
    title: 'Message wording',
    roles: officeRoles,
    search: search({ message: text, language: oneOf('en', 'es') }),
    component: () => import('../office/settings/Wording.tsx'),
  }),
  screen('settings', {
    title: 'Settings',
    roles: officeAndAdminRoles,
    search: search({
      tab: oneOf('organization', 'billing', 'data', 'history', 'user'),
      section: text,
    }),
    component: () => import('../office/settings/Settings.tsx'),
  }),
  screen('admin', {
    title: 'Admin Panel',
    roles: adminRoles,
    search: search({ tab: oneOf('users', 'organizations', 'invitations', 'updates', 'security') }),
    component: () => import('../platform/admin/Admin.tsx'),
  }),
  screen('sales', {
    title: 'Sales CRM',
    roles: salesRoles,
    search: search({ tab: oneOf('unclaimed', 'mine', 'all') }),
    component: () => import('../platform/sales/Sales.tsx'),
  }),
  screen('impersonate', {
    title: 'Impersonate',
    roles: adminRoles,
    component: () => import('../platform/admin/Impersonate.tsx'),
  }),
  screen('account', {
    title: 'Account',
    roles: null,
    search: search({ tab: text, confirm_email: text, start: oneOf('sign-in') }),
    component: () => import('./account/Account.tsx'),
  }),
  unknownScreen,
)

export const routeTree = root.addChildren([
  ...plainRoutes,
  publicLayout.addChildren([...openRoutes]),
  appLayout.addChildren([...screens]),
])
