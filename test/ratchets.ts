/** The most lines of a file, of a test and of a function. */
export const mostLines = { file: 400, test: 600, function: 80 }

/** Files longer than the limit, with their line counts. Numbers may only shrink, and entries may only be removed. */
export const longFiles: Record<string, number> = {
  'src/domain/schedule/recurrence.test.ts': 726,
  'src/domain/schedule/recurrence.ts': 429,
  'src/domain/schedule/series.test.ts': 736,
  'src/domain/schedule/series.ts': 495,
  'src/server/schedule/series/series.test.ts': 889,
  'src/server/schedule/series/undo.test.ts': 629,
  'src/server/flows/visit-acts/hold.test.ts': 711,
}

/** Functions longer than the limit, with their length. */
export const longFunctions: Record<string, number> = {
  'src/web/public/plain/GetStarted.tsx GetStarted': 92,
  'src/web/portal/Autopay.tsx Form': 124,
  'src/web/public/signup/Signup.tsx Questions': 115,
}

/** Nine of ten functions in a folder have at most this many lines (docs/decisions/0030). */
export const nineOfTen: Record<string, number> = {
  'src/server/': 26,
  'src/web/': 37,
}

/** The wings of the server in the order of who may import whom: each only those before it. */
export const wings = ['base', 'messages', 'schedule', 'customers', 'money', 'people', 'flows']

/** Tables written in more than one folder of src/server, with these folders. */
export const writtenElsewhere: Record<string, string[]> = {
  ledger_entries: ['invoices', 'ledger'],
  organizations: ['base', 'invoices', 'organizations'],
}

/** How many times tests and their helpers say `any`; this may only shrink. */
export const anyInTests = 20

/** Maintained by hand: names that src exports only for tests. */
export const exportedForTests: string[] = [
  'src/api/kit.ts Alias',
  'src/domain/base/brand.ts contrastOf',
  'src/domain/base/contact.ts stateCodes',
  'src/domain/base/dates.ts WallClock',
  'src/domain/base/dates.ts dayOfCivil',
  'src/domain/base/dates.ts isTimeZone',
  'src/domain/base/hours.ts closingMessage',
  'src/domain/base/hours.ts timeMessage',
  'src/domain/base/live.ts liveTypes',
  'src/domain/base/onboarding.ts isPlaceholderName',
  'src/domain/base/onboarding.ts nameFromEmail',
  'src/domain/base/organization.ts ServiceAreaZips',
  'src/domain/base/organization.ts websiteAddress',
  'src/domain/base/page-paths.ts publicPages',
  'src/domain/base/record-history.ts historyFields',
  'src/domain/base/roles.ts organizationRoles',
  'src/domain/customers/customer.ts hasAllTags',
  'src/domain/customers/leaving.ts leaveStatuses',
  'src/domain/flows/import-values.ts phoneIn',
  'src/domain/flows/signup.ts NameText',
  'src/domain/flows/signup.ts TrialForm',
  'src/domain/messages/message.ts nextOpening',
  'src/domain/money/autopay.ts clampDueDay',
  'src/domain/money/invoice.ts ChargeFacts',
  'src/domain/money/invoice.ts canonicalInvoiceStatus',
  'src/domain/money/invoice.ts invoiceDocs',
  'src/domain/money/invoice.ts payLinkStatuses',
  'src/domain/money/payment-badge.ts BadgeAudience',
  'src/domain/money/payment.ts RefundFacts',
  'src/domain/money/payment.ts paymentMethodTypes',
  'src/domain/money/payment.ts retryPolicy',
  'src/domain/money/platform.ts graceDays',
  'src/domain/people/invitation.ts ClaimFacts',
  'src/domain/people/invitation.ts invitationKinds',
  'src/domain/people/invitation.ts invitationVias',
  'src/domain/people/invitation.ts storedInvitationStatuses',
  'src/domain/schedule/lost-day.ts LostVisit',
  'src/domain/schedule/lost-day.ts openMinutes',
  'src/domain/schedule/overlay.ts TouchedVisit',
  'src/domain/schedule/recurrence.ts expand',
  'src/domain/schedule/recurrence.ts expandDays',
  'src/domain/schedule/series.ts Tally',
  'src/domain/schedule/visit.ts skipReasons',
  'src/server/base/db/migrate.ts contractLine',
  'src/server/base/events.ts About',
  'src/server/base/outside/geocoder.ts pointIn',
  'src/server/base/outside/mail.ts Envelope',
  'src/server/flows/pay-page/calls.ts beginPayment',
  'src/server/flows/pay-page/calls.ts endPayment',
  'src/server/flows/pay-page/calls.ts showPayPage',
  'src/server/health.ts readiness',
  'src/server/money/platform/subscription.ts feeSteps',
  'src/web/office/schedule/series/series-edit.ts SeriesValues',
  'src/web/ui/sheet-stack.ts formatLayers',
  'src/web/ui/sheet-stack.ts parseLayers',
  'src/web/ui/sheet-stack.ts stepsBetween',
]
