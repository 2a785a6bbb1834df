import { customerSorts } from '../domain/customer-sort.ts'
import { billTabs } from '../domain/to-bill.ts'
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
} from '../domain/roles.ts'
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
    component: () => import('./screens/onboarding/Prepare.tsx'),
  }),
  plain('/auth/callback', {
    title: 'Signing in',
    component: () => import('./screens/plain/AuthCallback.tsx'),
  }),
  plain('/get-started', {
    title: 'Start your free trial',
    component: () => import('./screens/plain/GetStarted.tsx'),
  }),
  plain('/legal/privacy', {
    title: 'Privacy Policy',
    component: () => import('./screens/plain/Privacy.tsx'),
  }),
  plain('/legal/terms', {
    title: 'Terms of Service',
    component: () => import('./screens/plain/Terms.tsx'),
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
    component: () => import('./screens/plain/Login.tsx'),
  }),
  plain('/onboarding-callback', {
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('./screens/plain/OwnerCallback.tsx'),
  }),
  plain('/owner-onboarding-callback', {
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('./screens/plain/OwnerCallback.tsx'),
  }),
  plain('/support', { title: 'Support', component: () => import('./screens/plain/Support.tsx') }),
  plain('/unauthorized', {
    title: 'Unauthorized',
    component: () => import('./screens/plain/Unauthorized.tsx'),
  }),
  forward('/invite', () => '/app'),
  forward('/invite/$token', ({ token }) => `/signup/${token}`),
  forward('/invoices/$id', ({ id }) => `/app/invoices/${id}`),
)

const openRoutes = routes(
  open('/org/$slug/info', {
    title: 'Sign up',
    component: () => import('./screens/flyer/Flyer.tsx'),
  }),
  open('/signup/$code/done', {
    title: "You're all set!",
    component: () => import('./screens/signup/SignupDone.tsx'),
  }),
  open('/signup/org/$slug/done', {
    title: "You're all set!",
    component: () => import('./screens/signup/SignupDone.tsx'),
  }),
  open('/second-factor', {
    title: 'Second factor',
    search: search({ next: text }),
    component: () => import('./screens/second-factor/SecondFactorGate.tsx'),
  }),
  open('/pay/$token', {
    title: 'Pay invoice',
    component: () => import('./screens/pay/PayLink.tsx'),
  }),
  open('/card/$token', {
    title: 'Replace your card',
    component: () => import('./screens/pay/CardLink.tsx'),
  }),
  open('/agree/$token', {
    title: 'Automatic payments',
    component: () => import('./screens/pay/Agree.tsx'),
  }),
  open('/invite/accept', {
    title: 'Your invitation',
    search: search({ code: text }),
    component: () => import('./screens/invitations/AcceptInvite.tsx'),
  }),
  open('/admin/owner-onboard/$code', {
    title: 'Set up your business',
    search: search({ step: text }),
    component: () => import('./screens/onboarding/Wizard.tsx'),
  }),
  open('/signup/$code', {
    title: 'Create Account',
    component: () => import('./screens/signup/Signup.tsx'),
  }),
  open('/signup/$code/pay', {
    title: 'Add payment method',
    component: () => import('./screens/signup/SignupPay.tsx'),
  }),
  open('/signup/org/$slug', {
    title: 'Create Account',
    component: () => import('./screens/signup/Signup.tsx'),
  }),
  open('/signup/org/$slug/pay', {
    title: 'Add payment method',
    component: () => import('./screens/signup/SignupPay.tsx'),
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
  screen('/', { title: 'Home', roles: null, component: () => import('./screens/home/Home.tsx') }),
  screen('crew', {
    title: 'Home',
    roles: null,
    component: () => import('./screens/home/Home.tsx'),
  }),
  screen('dashboard-owner', {
    title: 'Dashboard',
    roles: officeAndAdminRoles,
    component: () => import('./screens/dashboard/OwnerDashboard.tsx'),
  }),
  screen('crew-customers', {
    title: 'Customers',
    roles: leaderRoles,
    search: search({ q: text }),
    component: () => import('./screens/crew/CrewCustomers.tsx'),
  }),
  screen('crew-schedule', {
    title: 'Schedule',
    roles: crewRoles,
    search: scheduleSearch,
    component: () => import('./screens/schedule/Schedule.tsx'),
  }),
  screen('schedule', {
    title: 'Schedule',
    roles: workRoles,
    search: scheduleSearch,
    component: () => import('./screens/schedule/Schedule.tsx'),
  }),
  screen('inbox', {
    title: 'Inbox',
    roles: officeRoles,
    search: search({
      thread: text,
      state: oneOf('open', 'waiting', 'closed'),
      whose: oneOf('mine', 'none'),
    }),
    component: () => import('./screens/inbox/Inbox.tsx'),
  }),
  screen('messages', {
    title: 'Messages',
    roles: officeRoles,
    search: search({ q: text, kind: text, channel: text, state: text, customer: text }),
    component: () => import('./screens/messages/Messages.tsx'),
  }),
  screen('messages/announcements', {
    title: 'Announcements',
    roles: officeRoles,
    search: search({ to: oneOf('chosen') }),
    component: () => import('./screens/messages/Announcements.tsx'),
  }),
  screen('services', {
    title: 'Services',
    roles: officeAndAdminRoles,
    component: () => import('./screens/services/Services.tsx'),
  }),
  screen('price-campaigns', {
    title: 'Price campaigns',
    roles: officeRoles,
    search: search({ to: oneOf('chosen'), id: text }),
    component: () => import('./screens/price-campaigns/PriceCampaigns.tsx'),
  }),
  screen('products-applied', {
    title: 'Products applied',
    roles: officeAndAdminRoles,
    component: () => import('./screens/products/ProductsApplied.tsx'),
  }),
  screen('onboard-customer', {
    title: 'Onboard Customer',
    roles: inviterRoles,
    search: search({ via: oneOf('qr', 'email', 'sms'), from: date, q: text }),
    component: () => import('./screens/invitations/OnboardCustomer.tsx'),
  }),
  screen('my-hours', {
    title: 'My hours',
    roles: crewRoles,
    search: search({ on: date }),
    component: () => import('./screens/crew/MyHours.tsx'),
  }),
  screen('team', {
    title: 'Team',
    roles: crewRoles,
    component: () => import('./screens/crew/Team.tsx'),
  }),
  screen('people', {
    title: 'People',
    roles: officeRoles,
    component: () => import('./screens/people/People.tsx'),
  }),
  screen('import', {
    title: 'Import',
    roles: officeRoles,
    search: search({ id: text, step: oneOf('columns') }),
    component: () => import('./screens/imports/Import.tsx'),
  }),
  screen('timesheets', {
    title: 'Hours',
    roles: officeRoles,
    search: search({ date, view: oneOf('on-site') }),
    component: () => import('./screens/timesheets/Timesheets.tsx'),
  }),
  screen('crews', {
    title: 'Crews',
    roles: ownerAndAdminRoles,
    component: () => import('./screens/crews/Crews.tsx'),
  }),
  screen('invoices', {
    title: 'Invoices',
    roles: officeAndAdminRoles,
    search: search({
      q: text,
      status: text,
      group: oneOf('open', 'paid', 'closed'),
      date_from: date,
      date_to: date,
    }),
    component: () => import('./screens/invoices/Invoices.tsx'),
  }),
  screen('invoices/to-bill', {
    title: 'To bill',
    roles: officeRoles,
    search: search({ tab: oneOf(...billTabs) }),
    component: () => import('./screens/invoices/ToBill.tsx'),
  }),
  screen('receivables', {
    title: 'Receivables',
    roles: moneyRoles,
    component: () => import('./screens/invoices/Receivables.tsx'),
  }),
  screen('payouts', {
    title: 'Payouts',
    roles: moneyRoles,
    component: () => import('./screens/payouts/Payouts.tsx'),
  }),
  screen('invoices/$id', {
    title: 'Invoice',
    roles: [...moneyRoles, ...crewRoles, 'user'],
    component: () => import('./screens/invoices/InvoiceDetail.tsx'),
  }),
  screen('insights', {
    title: 'Insights',
    roles: moneyRoles,
    component: () => import('./screens/payments/Insights.tsx'),
  }),
  screen('payments', {
    title: 'Payments',
    roles: moneyRoles,
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('./screens/payments/Payments.tsx'),
  }),
  screen('reports', {
    title: 'Reports',
    roles: moneyRoles,
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('./screens/payments/Reports.tsx'),
  }),
  screen('customers', {
    title: 'Customers',
    roles: officeAndAdminRoles,
    search: search({
      tab: oneOf('table', 'teams'),
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
    component: () => import('./screens/customers/Customers.tsx'),
  }),
  screen('customers/$id', {
    title: 'Customer',
    roles: moneyRoles,
    component: () => import('./screens/customers/CustomerPage.tsx'),
  }),
  screen('user/invoices', {
    title: 'Invoices',
    roles: ['user'],
    component: () => import('./screens/portal/UserInvoices.tsx'),
  }),
  screen('user/payments', {
    title: 'Payments',
    roles: ['user'],
    component: () => import('./screens/portal/UserPayments.tsx'),
  }),
  screen('settings/wording', {
    title: 'Message wording',
    roles: officeRoles,
    search: search({ message: text, language: oneOf('en', 'es') }),
    component: () => import('./screens/settings/Wording.tsx'),
  }),
  screen('settings', {
    title: 'Settings',
    roles: officeAndAdminRoles,
    search: search({ tab: oneOf('organization', 'billing', 'data', 'history', 'user') }),
    component: () => import('./screens/settings/Settings.tsx'),
  }),
  screen('admin', {
    title: 'Admin Panel',
    roles: adminRoles,
    search: search({ tab: oneOf('users', 'organizations', 'invitations', 'updates', 'security') }),
    component: () => import('./screens/admin/Admin.tsx'),
  }),
  screen('sales', {
    title: 'Sales CRM',
    roles: salesRoles,
    search: search({ tab: oneOf('unclaimed', 'mine', 'all') }),
    component: () => import('./screens/sales/Sales.tsx'),
  }),
  screen('impersonate', {
    title: 'Impersonate',
    roles: adminRoles,
    component: () => import('./screens/admin/Impersonate.tsx'),
  }),
  screen('account', {
    title: 'Account',
    roles: null,
    search: search({ tab: text, confirm_email: text, start: oneOf('sign-in') }),
    component: () => import('./screens/account/Account.tsx'),
  }),
  unknownScreen,
)

export const routeTree = root.addChildren([
  ...plainRoutes,
  publicLayout.addChildren([...openRoutes]),
  appLayout.addChildren([...screens]),
])
