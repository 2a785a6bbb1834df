import { describe, expect, it } from 'vitest'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import { appointmentOffers, cancelRefusal } from './appointment-draft.ts'

const held = { status: 'skipped', skip_reason: 'staff', hold_reason: 'Gate locked' } as const
const billed = {
  status: 'completed',
  invoice_id: 'i',
  invoice_status: 'draft',
  invoice_total_cents: 4500,
} as const

describe('the buttons of an appointment', () => {
  it.each<[string, Partial<Visit>, boolean, string]>([
    ['that is planned', {}, false, 'completes changes clears holds'],
    ['without a time', { start_minutes: null }, false, 'completes changes holds'],
    ['that is done', { status: 'completed' }, false, ''],
    ['that is done and not paid', billed, false, 'marksPaid bill'],
    ['that is done and paid', { ...billed, invoice_status: 'paid' }, false, 'bill'],
    ['that is done and not paid, for a crew', billed, true, ''],
    ['that is cancelled', { status: 'skipped' }, false, 'completes changes clears'],
    ['that waits', held, false, 'completes changes places clears letsGo'],
    ['that waits, for a crew', held, true, 'completes changes clears letsGo'],
  ])('%s', (_title, over, byCrew, names) => {
    const offers = appointmentOffers(testVisit('1', over), byCrew)
    const offered = Object.entries(offers).flatMap(([name, is]) => (is ? [name] : []))
    expect(offered.join(' ')).toBe(names)
  })
})

describe('cancelling', () => {
  it.each<[string, Partial<Visit>, string | undefined]>([
    ['works for what is planned', {}, undefined],
    ['is refused for what is done', { status: 'completed' }, 'visit_locked'],
    ['is refused for what is cancelled', { status: 'skipped' }, 'visit_cancelled'],
  ])('%s', (_title, over, code) => expect(cancelRefusal(testVisit('1', over))?.code).toBe(code))
})
