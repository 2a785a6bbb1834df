import { describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { commonErrors, type CallDeclaration } from '../src/api/kit.ts'
import { crewRoles } from '../src/domain/roles.ts'
import { hardCodedIn } from './hard-coded.ts'
import { productFiles, read } from './source.ts'
import { byCode, bySentence, refusals } from '../src/words/es/refusals.ts'

// Customers and crews who read Spanish are refused in Spanish: every code and every sentence at a field has words.

/** Folders and files whose texts all stand in tables. Add what you have translated. */
const translated = [
  'src/web/account',
  'src/web/client.ts',
  'src/web/invitations',
  'src/web/money/AgreeToLimit.tsx',
  'src/web/money/CardForm.tsx',
  'src/web/money/FieldBars.tsx',
  'src/web/money/InvoiceRows.tsx',
  'src/web/money/PaymentChip.tsx',
  'src/web/money/ProviderForm.tsx',
  'src/web/money/method-text.ts',
  'src/web/money/provider.ts',
  'src/web/money/setup.ts',
  'src/web/kept',
  'src/web/outbox',
  'src/web/portal',
  'src/web/screens/account',
  'src/web/screens/home',
  'src/web/screens/invoices/InvoiceDetail.tsx',
  'src/web/screens/invoices/InvoiceLines.tsx',
  'src/web/screens/flyer',
  'src/web/screens/invitations/AcceptInvite.tsx',
  'src/web/screens/invitations/OnboardCustomer.tsx',
  'src/web/screens/invitations/PermanentLink.tsx',
  'src/web/screens/invitations/QrInvite.tsx',
  'src/web/screens/invitations/RecentInvites.tsx',
  'src/web/screens/invitations/SendInvites.tsx',
  'src/web/screens/onboarding/Prepare.tsx',
  'src/web/screens/pay',
  'src/web/screens/plain',
  'src/web/screens/portal',
  'src/web/customers/FindCustomer.tsx',
  'src/web/customers/crew-customers.ts',
  'src/web/customers/finding.ts',
  'src/web/screens/crew',
  'src/web/screens/schedule/office/OrgEvents.tsx',
  'src/web/screens/schedule/office/org-events.ts',
  'src/web/screens/schedule/visit/AppointmentActs.tsx',
  'src/web/screens/schedule/visit/AppointmentDialog.tsx',
  'src/web/screens/schedule/visit/AppointmentSummary.tsx',
  'src/web/screens/schedule/visit/HoldSheet.tsx',
  'src/web/screens/schedule/visit/PauseNote.tsx',
  'src/web/screens/schedule/visit/RequestNote.tsx',
  'src/web/screens/schedule/visit/RescheduleFields.tsx',
  'src/web/screens/schedule/visit/RescheduleSheet.tsx',
  'src/web/screens/schedule/visit/appointment-draft.ts',
  'src/web/screens/schedule/visit/reschedule-choice.ts',
  'src/web/screens/schedule/Schedule.tsx',
  'src/web/screens/second-factor',
  'src/web/screens/signup',
  'src/web/shell',
  'src/web/ui',
  'src/web/visits/CompleteDialog.tsx',
  'src/web/visits/Doubts.tsx',
  'src/web/visits/EventChip.tsx',
  'src/web/visits/FreeTimes.tsx',
  'src/web/visits/Overtaken.tsx',
  'src/web/visits/RequestsBanner.tsx',
  'src/web/visits/VisitActions.tsx',
  'src/web/visits/VisitCard.tsx',
  'src/web/visits/VisitChips.tsx',
  'src/web/visits/VisitMenu.tsx',
  'src/web/visits/WeekByDay.tsx',
  'src/web/visits/hold-acts.ts',
  'src/web/visits/series-acts.ts',
  'src/web/visits/visit-acts.ts',
  'src/web/visits/visit-menu.ts',
  'src/web/visits/visit-text.ts',
  'src/web/wizard',
]

describe('what customers and crews read', () => {
  it.each(translated)('%s has no text outside the tables', (place) => {
    const files = productFiles.filter((file) => file === place || file.startsWith(`${place}/`))
    expect(files).not.toEqual([])
    expect(files.flatMap(hardCodedIn)).toEqual([])
  })
})

describe('every page a customer, a crew or a visitor can open', () => {
  // The office reads English, and so does an owner who sets up a business.
  const officeOnly =
    /roles: (?:officeRoles|officeAndAdminRoles|ownerAndAdminRoles|moneyRoles|adminRoles|salesRoles),|onboarding\/Wizard\.tsx/
  const pages = [
    ...read('src/web/routes.tsx').matchAll(
      /^  (?:plain|open|screen)\('[^']+', (\{[^]*?import\('\.\/([^']+)'\)[^]*?\})\),/gm,
    ),
  ].filter(([, route = '']) => !officeOnly.test(route))
  const files = new Set(pages.map(([, , file]) => `src/web/${file}`))

  it('is translated', () => {
    expect(files.size).toBeGreaterThan(20)
    const isTranslated = (file: string) =>
      translated.some((place) => file === place || file.startsWith(`${place}/`))
    expect([...files].filter((file) => !isTranslated(file))).toEqual([])
  })
})

const theirs = (Object.entries(calls) as [string, CallDeclaration][]).filter(
  ([, { roles }]) =>
    typeof roles === 'string' || [...crewRoles, 'user' as const].some((role) => roles[role]),
)

describe('refusals in Spanish', () => {
  const codes = new Map<string, string>(Object.keys(commonErrors).map((code) => [code, 'any call']))
  for (const [call, { rules = [], errors = {} }] of theirs) {
    for (const { code } of rules.flatMap((one) => one.refusals)) codes.set(code, call)
    for (const code of Object.keys(errors)) codes.set(code, call)
  }

  it('there is a sentence for every code customers and crews may get', () => {
    expect(codes.size).toBeGreaterThan(60)
    expect([...codes].filter(([code]) => !(code in byCode))).toEqual([])
  })

  it('there is one for every message at a field of their forms', () => {
    const sentences = new Map<string, string>()
    for (const [call, { body, query }] of theirs)
      for (const sentence of sentencesOf([body, query])) sentences.set(sentence, call)
    expect(sentences.size).toBeGreaterThan(20)
    expect([...sentences].filter(([one]) => refusals.say(one) === one)).toEqual([])
  })

  it('a sentence is more specific than its code, and an unknown one is returned as it is', () => {
    expect(refusals.say('This page no longer exists.', 'invalid')).toBe(
      bySentence['This page no longer exists.'],
    )
    expect(refusals.say('Anything', 'rate_limited')).toBe(byCode['rate_limited'])
    expect(refusals.say('Use at most 200 characters.')).toBe('Use como máximo 200 caracteres.')
    expect(refusals.say('Anything', 'some_code')).toBe('Anything')
  })
})

it('no text names another provider of sign-in; an installation that uses one sets its name', () => {
  const naming = productFiles.filter((file) => /auth0/i.test(read(file)))
  expect(naming).toEqual(['src/server/config.ts'])
})

/** The sentences written into a schema, wherever in it. */
function sentencesOf(schema: unknown): string[] {
  const seen = new Set<unknown>()
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    if (Array.isArray(node)) return node.forEach(visit)
    const def = (node as { _zod?: { def?: Record<string, unknown> } })._zod?.def
    if (!def) return node.constructor === Object ? Object.values(node).forEach(visit) : undefined
    const message =
      typeof def['error'] === 'function' ? (def['error'] as (of: object) => unknown)({}) : null
    if (typeof message === 'string') found.push(message)
    Object.values(def).forEach(visit)
  }
  visit(schema)
  return found
}
