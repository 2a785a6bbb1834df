import { appLayout, forward, open, plain, publicLayout, root, screen, unknownScreen } from './route-kit.ts'
import { date, flag, oneOf, search, text, whole } from './search.ts'

// One line per route, by path. `plain`: public, without the component library. `open`: public, with it. `screen`: behind sign-in.

const plainRoutes = [
  plain({ path: '/admin/owner-onboard', title: 'Set up your business', component: () => import('./screens/onboarding/Prepare.tsx') }),
  plain({ path: '/auth/callback', title: 'Signing in', component: () => import('./screens/plain/AuthCallback.tsx') }),
  plain({ path: '/get-started', title: 'Start your free trial', component: () => import('./screens/plain/GetStarted.tsx') }),
  plain({ path: '/legal/privacy', title: 'Privacy Policy', component: () => import('./screens/plain/Privacy.tsx') }),
  plain({ path: '/legal/terms', title: 'Terms of Service', component: () => import('./screens/plain/Terms.tsx') }),
  plain({
    path: '/login',
    title: 'Log in',
    search: search({ next: text, screen: text, login_hint: text, email: text, flow: text }),
    component: () => import('./screens/plain/Login.tsx'),
  }),
  plain({
    path: '/onboarding-callback',
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('./screens/plain/OwnerCallback.tsx'),
  }),
  plain({
    path: '/owner-onboarding-callback',
    title: 'Setting up',
    search: search({ next: text, error: text, error_description: text }),
    component: () => import('./screens/plain/OwnerCallback.tsx'),
  }),
  plain({ path: '/support', title: 'Support', component: () => import('./screens/plain/Support.tsx') }),
  plain({ path: '/unauthorized', title: 'Unauthorized', component: () => import('./screens/plain/Unauthorized.tsx') }),
  forward('/invite', () => '/app'),
  forward('/invite/$token', ({ token }) => `/signup/${token}`),
  forward('/invoices/$id', ({ id }) => `/app/invoices/${id}`),
] as const

const openRoutes = [
  open({ path: '/org/$slug/info', title: 'Sign up', component: () => import('./screens/flyer/Flyer.tsx') }),
  open({ path: '/public-signup/$code', title: 'Sign up', component: () => import('./screens/signup/PublicSignup.tsx') }),
  open({ path: '/signup/$code/done', title: "You're all set!", component: () => import('./screens/signup/SignupDone.tsx') }),
  open({ path: '/signup/org/$slug/done', title: "You're all set!", component: () => import('./screens/signup/SignupDone.tsx') }),
  open({ path: '/pay/$token', title: 'Pay invoice', component: () => import('./screens/pay/PayLink.tsx') }),
  open({ path: '/invite/accept', title: 'Your invitation', search: search({ code: text }), component: () => import('./screens/invitations/AcceptInvite.tsx') }),
  open({
    path: '/admin/owner-onboard/$code',
    title: 'Set up your business',
    search: search({ step: text }),
    component: () => import('./screens/onboarding/Wizard.tsx'),
  }),
  open({ path: '/signup/$code', title: 'Create Account', component: () => import('./screens/signup/Signup.tsx') }),
  open({ path: '/signup/$code/pay', title: 'Add payment method', component: () => import('./screens/signup/SignupPay.tsx') }),
  open({ path: '/signup/org/$slug', title: 'Create Account', component: () => import('./screens/signup/Signup.tsx') }),
  open({ path: '/signup/org/$slug/pay', title: 'Add payment method', component: () => import('./screens/signup/SignupPay.tsx') }),
] as const

const scheduleSearch = search({ inbox: flag, date, occurrence_id: text, action: oneOf('reschedule', 'cancel'), add: flag, view: oneOf('team', 'day') })

const screens = [
  screen({ path: '/', title: 'Home', roles: null, component: () => import('./screens/home/Home.tsx') }),
  screen({ path: '/crew', title: 'Home', roles: null, component: () => import('./screens/home/Home.tsx') }),
  screen({
    path: '/dashboard-owner',
    title: 'Dashboard',
    roles: ['owner', 'admin', 'manager'],
    component: () => import('./screens/dashboard/OwnerDashboard.tsx'),
  }),
  screen({ path: '/crew-customers', title: 'Customers', roles: ['crew_owner', 'crew_leader'], component: () => import('./screens/crew/CrewCustomers.tsx') }),
  screen({
    path: '/crew-schedule',
    title: 'Schedule',
    roles: ['crew_owner', 'crew_leader', 'crew_member'],
    search: scheduleSearch,
    component: () => import('./screens/schedule/Schedule.tsx'),
  }),
  screen({
    path: '/schedule',
    title: 'Schedule',
    roles: ['owner', 'admin', 'manager', 'crew_owner', 'crew_leader', 'crew_member'],
    search: scheduleSearch,
    component: () => import('./screens/schedule/Schedule.tsx'),
  }),
  screen({ path: '/services', title: 'Services', roles: ['owner', 'admin', 'manager'], component: () => import('./screens/services/Services.tsx') }),
  screen({
    path: '/onboard-customer',
    title: 'Onboard Customer',
    roles: ['owner', 'admin', 'manager', 'crew_owner', 'crew_leader'],
    search: search({ via: oneOf('qr', 'email', 'sms'), from: date, q: text }),
    component: () => import('./screens/invitations/OnboardCustomer.tsx'),
  }),
  screen({ path: '/team', title: 'Team', roles: ['crew_owner', 'crew_leader', 'crew_member'], component: () => import('./screens/crew/Team.tsx') }),
  screen({ path: '/crews', title: 'Crews', roles: ['owner', 'admin'], component: () => import('./screens/crews/Crews.tsx') }),
  screen({
    path: '/invoices',
    title: 'Invoices',
    roles: ['owner', 'admin', 'manager'],
    search: search({ q: text, status: text, date_from: date, date_to: date }),
    component: () => import('./screens/invoices/Invoices.tsx'),
  }),
  screen({
    path: '/invoices/$id',
    title: 'Invoice',
    roles: ['owner', 'admin', 'manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member', 'user'],
    component: () => import('./screens/invoices/InvoiceDetail.tsx'),
  }),
  screen({ path: '/insights', title: 'Insights', roles: ['owner', 'admin', 'manager', 'payee'], component: () => import('./screens/payments/Insights.tsx') }),
  screen({
    path: '/payments',
    title: 'Payments',
    roles: ['owner', 'admin', 'manager', 'payee'],
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('./screens/payments/Payments.tsx'),
  }),
  screen({
    path: '/reports',
    title: 'Reports',
    roles: ['owner', 'admin', 'manager', 'payee'],
    search: search({ q: text, status: text, from: date, to: date, limit: whole(1) }),
    component: () => import('./screens/payments/Reports.tsx'),
  }),
  screen({
    path: '/customers',
    title: 'Customers',
    roles: ['owner', 'admin', 'manager'],
    search: search({
      tab: oneOf('teams'),
      q: text,
      status: oneOf('lead', 'active', 'paused', 'archived'),
      team: text,
      service: text,
      frequency: text,
      tag: text,
      autopay: flag,
      due: flag,
    }),
    component: () => import('./screens/customers/Customers.tsx'),
  }),
  screen({ path: '/user/invoices', title: 'Invoices', roles: ['user'], component: () => import('./screens/portal/UserInvoices.tsx') }),
  screen({ path: '/user/payments', title: 'Payments', roles: ['user'], component: () => import('./screens/portal/UserPayments.tsx') }),
  screen({
    path: '/settings',
    title: 'Settings',
    roles: ['owner', 'admin', 'manager'],
    search: search({ tab: oneOf('organization', 'billing', 'user') }),
    component: () => import('./screens/settings/Settings.tsx'),
  }),
  screen({
    path: '/account',
    title: 'Account',
    roles: null,
    search: search({ tab: text, confirm_email: text }),
    component: () => import('./screens/account/Account.tsx'),
  }),
  unknownScreen,
] as const

export const routeTree = root.addChildren([...plainRoutes, publicLayout.addChildren([...openRoutes]), appLayout.addChildren([...screens])])
