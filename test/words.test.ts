import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { commonErrors, type CallDeclaration } from '../src/api/kit.ts'
import { crewRoles } from '../src/domain/base/roles.ts'
import { hardCodedIn } from './hard-coded.ts'
import { filesUnder, productFiles, read } from './source.ts'
import { spanish } from '../src/web/app/spanish.ts'
import { byCode, bySentence, refusalWords } from '../src/words/es/refusals.ts'

// Customers and crews who read Spanish are refused in Spanish: every code and every sentence at a field has words.

/** Folders and files whose texts all stand in tables. Add what you have translated. */
const translated = [
  'src/web/shared/account',
  'src/web/app/client.ts',
  'src/web/office/invitations/QrInvite.tsx',
  'src/web/office/invitations/Invites.tsx',
  'src/web/office/invitations/OnboardCustomer.tsx',
  'src/web/office/invitations/PermanentLink.tsx',
  'src/web/office/invitations/QrInvite.tsx',
  'src/web/office/invitations/RecentInvites.tsx',
  'src/web/office/invitations/SendInvites.tsx',
  'src/web/office/invitations/queries.ts',
  'src/web/office/invitations/queries.ts',
  'src/web/shared/money/AgreeToLimit.tsx',
  'src/web/shared/money/CardForm.tsx',
  'src/web/shared/money/FieldBars.tsx',
  'src/web/shared/money/InvoiceRows.tsx',
  'src/web/shared/money/PaymentChip.tsx',
  'src/web/shared/money/ProviderForm.tsx',
  'src/web/shared/money/method-text.ts',
  'src/web/shared/money/provider.ts',
  'src/web/shared/money/setup.ts',
  'src/web/app/kept',
  'src/web/shared/outbox',
  'src/web/portal',
  'src/web/app/account',
  'src/web/app/home',
  'src/web/shared/invoices/InvoiceDetail.tsx',
  'src/web/shared/invoices/InvoiceLines.tsx',
  'src/web/public/invite/AcceptInvite.tsx',
  'src/web/public/onboarding/Prepare.tsx',
  'src/web/public/pay',
  'src/web/public/plain',
  'src/web/shared/customers/FindCustomer.tsx',
  'src/web/shared/customers/crew-customers.ts',
  'src/web/shared/customers/finding.ts',
  'src/web/crew',
  'src/web/office/schedule/office/OrgEvents.tsx',
  'src/web/office/schedule/office/org-events.ts',
  'src/web/office/schedule/visit/AppointmentActs.tsx',
  'src/web/office/schedule/visit/AppointmentDialog.tsx',
  'src/web/office/schedule/visit/AppointmentSummary.tsx',
  'src/web/office/schedule/visit/HoldSheet.tsx',
  'src/web/office/schedule/visit/AppointmentSummary.tsx',
  'src/web/office/schedule/visit/RequestNote.tsx',
  'src/web/office/schedule/visit/RescheduleFields.tsx',
  'src/web/office/schedule/visit/RescheduleSheet.tsx',
  'src/web/office/schedule/visit/appointment-draft.ts',
  'src/web/office/schedule/visit/reschedule-choice.ts',
  'src/web/app/schedule/Schedule.tsx',
  'src/web/public/second-factor',
  'src/web/public/signup',
  'src/web/app/shell',
  'src/web/ui',
  'src/web/shared/visits/CompleteDialog.tsx',
  'src/web/shared/visits/Doubts.tsx',
  'src/web/shared/visits/EventChip.tsx',
  'src/web/shared/visits/FreeTimes.tsx',
  'src/web/shared/visits/Doubts.tsx',
  'src/web/shared/visits/RequestsBanner.tsx',
  'src/web/shared/visits/VisitActions.tsx',
  'src/web/shared/visits/VisitCard.tsx',
  'src/web/shared/visits/VisitChips.tsx',
  'src/web/shared/visits/VisitMenu.tsx',
  'src/web/shared/visits/WeekByDay.tsx',
  'src/web/shared/visits/hold-acts.ts',
  'src/web/shared/visits/series-wish.ts',
  'src/web/shared/visits/visit-acts.ts',
  'src/web/shared/visits/visit-menu.ts',
  'src/web/shared/visits/visit-text.ts',
  'src/web/shared/wizard',
]

describe('what customers and crews read', () => {
  it.each(translated)('%s has no text outside the tables', (place) => {
    const files = productFiles.filter((file) => file === place || file.startsWith(`${place}/`))
    expect(files).not.toEqual([])
    expect(files.flatMap(hardCodedIn)).toEqual([])
  })
})

describe('every area', () => {
  const areas = filesUnder('src/words/en').flatMap((file) =>
    [...read(file).matchAll(/export const (\w+) = table\('([\w-]+)'/g)].map(
      ([, table = '', name = '']) => ({ file, table, name }),
    ),
  )

  it('has its Spanish where it is loaded from', async () => {
    expect(areas.map(({ name }) => name).toSorted()).toEqual(Object.keys(spanish).toSorted())
    for (const { file, table, name } of areas) {
      expect(file).toBe(`src/words/en/${name}.ts`)
      const there = (await import(`../src/words/es/${name}.ts`)) as Record<string, object>
      expect([table, await spanish[name]!()]).toEqual([table, there[table]])
    }
  })
})

describe('every page a customer, a crew or a visitor can open', () => {
  // The office reads English, and so does an owner who sets up a business.
  const officeOnly =
    /roles: (?:officeRoles|officeAndAdminRoles|ownerAndAdminRoles|moneyRoles|adminRoles|salesRoles),|onboarding\/Wizard\.tsx/
  const pages = [
    ...read('src/web/app/routes.tsx').matchAll(
      /^  (?:plain|open|screen)\('[^']+', (\{[^]*?import\('(\.[^']+)'\)[^]*?\})\),/gm,
    ),
  ].filter(([, route = '']) => !officeOnly.test(route))
  const files = new Set(pages.map(([, , file = '']) => join('src/web/app', file)))

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
    expect([...sentences].filter(([one]) => refusalWords.say(one) === one)).toEqual([])
  })

  it('a sentence is more specific than its code, and an unknown one is returned as it is', () => {
    expect(refusalWords.say('This page no longer exists.', 'invalid')).toBe(
      bySentence['This page no longer exists.'],
    )
    expect(refusalWords.say('Anything', 'rate_limited')).toBe(byCode['rate_limited'])
    expect(refusalWords.say('Use at most 200 characters.')).toBe('Use como máximo 200 caracteres.')
    expect(refusalWords.say('Anything', 'some_code')).toBe('Anything')
  })
})

it('no text names another provider of sign-in; an installation that uses one sets its name', () => {
  const naming = productFiles.filter((file) => /auth0/i.test(read(file)))
  expect(naming).toEqual(['src/server/base/kit/config.ts'])
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
