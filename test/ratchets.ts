/** Files longer than the limit, with their line counts. Numbers may only shrink, and entries may only be removed. */
export const longFiles: Record<string, number> = {
  'demo/data.ts': 409,
  'src/domain/recurrence.test.ts': 726,
  'src/domain/recurrence.ts': 429,
  'src/domain/series.test.ts': 736,
  'src/domain/series.ts': 495,
  'src/server/series/series.test.ts': 889,
  'src/server/series/undo.test.ts': 629,
  'src/server/tray/hold.test.ts': 704,
}

/** Functions of more than 80 lines, with their length. */
export const longFunctions: Record<string, number> = {
  'src/web/screens/plain/GetStarted.tsx GetStarted': 92,
  'src/web/screens/portal/Autopay.tsx Form': 124,
  'src/web/screens/settings/OrganizationFields.tsx OrganizationFields': 116,
  'src/web/screens/settings/OrganizationTab.tsx Editor': 90,
  'src/web/screens/signup/Signup.tsx Questions': 115,
}

/** Nine of ten functions in a folder have at most this many lines (docs/decisions/0030). */
export const nineOfTen: Record<string, number> = {
  'src/server/': 26,
  'src/web/': 37,
}

/** Tables written in more than one folder of src/server, with these folders. */
export const writtenElsewhere: Record<string, string[]> = {
  ledger_entries: ['invoices', 'ledger'],
  organizations: ['events', 'invoices', 'organizations'],
}

/** Pairs of server nouns that import each other at run time. */
export const mutualNouns: string[] = [
  'customers jobs',
  'customers leaving',
  'customers payments',
  'requests visits',
]

/** Maintained by hand: names that src exports only for tests. */
export const exportedForTests: string[] = [
  'src/api/kit.ts Alias',
  'src/domain/autopay.ts AutochargeFacts',
  'src/domain/autopay.ts clampDueDay',
  'src/domain/brand.ts contrastOf',
  'src/domain/contact.ts stateCodes',
  'src/domain/customer.ts hasAllTags',
  'src/domain/dates.ts WallClock',
  'src/domain/dates.ts dayOfCivil',
  'src/domain/dates.ts isTimeZone',
  'src/domain/hours.ts closingMessage',
  'src/domain/hours.ts timeMessage',
  'src/domain/import-values.ts phoneIn',
  'src/domain/invitation.ts ClaimFacts',
  'src/domain/invitation.ts invitationKinds',
  'src/domain/invitation.ts invitationVias',
  'src/domain/invitation.ts storedInvitationStatuses',
  'src/domain/invoice.ts ChargeFacts',
  'src/domain/invoice.ts canonicalInvoiceStatus',
  'src/domain/invoice.ts invoiceDocs',
  'src/domain/invoice.ts payLinkStatuses',
  'src/domain/leaving.ts leaveStatuses',
  'src/domain/live.ts liveTypes',
  'src/domain/lost-day.ts LostVisit',
  'src/domain/lost-day.ts openMinutes',
  'src/domain/message.ts nextOpening',
  'src/domain/onboarding.ts isPlaceholderName',
  'src/domain/onboarding.ts nameFromEmail',
  'src/domain/organization.ts ServiceAreaZips',
  'src/domain/organization.ts websiteAddress',
  'src/domain/overlay.ts TouchedVisit',
  'src/domain/page-paths.ts publicPages',
  'src/domain/payment-badge.ts BadgeAudience',
  'src/domain/payment.ts RefundFacts',
  'src/domain/payment.ts paymentMethodTypes',
  'src/domain/payment.ts retryPolicy',
  'src/domain/platform.ts graceDays',
  'src/domain/record-history.ts recordFields',
  'src/domain/recurrence.ts expand',
  'src/domain/recurrence.ts expandDays',
  'src/domain/roles.ts organizationRoles',
  'src/domain/series.ts Tally',
  'src/domain/signup.ts NameText',
  'src/domain/signup.ts TrialForm',
  'src/domain/visit.ts skipReasons',
  'src/server/events.ts About',
  'src/server/outside/geocoder.ts pointIn',
  'src/server/outside/mail.ts Envelope',
  'src/server/pay-page/calls.ts beginPayment',
  'src/server/pay-page/calls.ts endPayment',
  'src/server/pay-page/calls.ts showPayPage',
  'src/server/platform/subscription.ts feeSteps',
  'src/web/screens/schedule/series/series-edit.ts SeriesValues',
  'src/web/ui/sheet-stack.ts formatLayers',
  'src/web/ui/sheet-stack.ts parseLayers',
  'src/web/ui/sheet-stack.ts stepsBetween',
]
