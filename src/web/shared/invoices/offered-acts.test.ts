import { describe, expect, it } from 'vitest'
import { offeredActs } from './offered-acts.ts'

const open = {
  invoice: { status: 'open' as const, total_cents: 5000, balance_cents: 5000, credit_cents: 0 },
  permissions: { can_send: true },
  customer: { email: 'ann@mail.example' },
  money_hidden: false,
}
const draft = { ...open, invoice: { ...open.invoice, status: 'draft' as const } }
const paid = { ...open, invoice: { ...open.invoice, status: 'paid' as const, balance_cents: 0 } }
const refundedInPart = { ...open, invoice: { ...open.invoice, balance_cents: 0 } }
const readOnly = { ...open, permissions: { can_send: false } }

const shown = (acts: ReturnType<typeof offeredActs>) =>
  Object.entries(acts).flatMap(([name, value]) => (value === true ? [name] : []))

describe('shows', () => {
  it.each([
    {
      title: 'the office an open invoice',
      detail: open,
      role: 'owner' as const,
      acts: ['link', 'charge', 'menu', 'voidIt', 'correct'],
    },
    {
      title: 'the office a draft',
      detail: draft,
      role: 'manager' as const,
      acts: ['open', 'link', 'charge', 'menu', 'voidIt', 'edit'],
    },
    {
      title: 'the office a paid invoice',
      detail: paid,
      role: 'owner' as const,
      acts: ['link', 'menu'],
    },
    {
      title: 'a leader who may send',
      detail: open,
      role: 'crew_leader' as const,
      acts: ['link', 'menu'],
    },
    { title: 'a leader who may not', detail: readOnly, role: 'crew_leader' as const, acts: [] },
    { title: 'a customer', detail: readOnly, role: 'user' as const, acts: ['pay'] },
    {
      title: 'a customer who owes nothing',
      detail: { ...refundedInPart, permissions: { can_send: false } },
      role: 'user' as const,
      acts: [],
    },
  ])('$title: $acts', ({ detail, role, acts }) => {
    expect(shown(offeredActs(detail, [role]))).toEqual(acts)
  })
})

describe('refuses', () => {
  const codes = (detail: Parameters<typeof offeredActs>[0]) => {
    const { linkRefusal, chargeRefusal } = offeredActs(detail, ['owner'])
    return [linkRefusal?.code, chargeRefusal?.code]
  }

  it('nothing of an open invoice, whatever only the server knows', () => {
    expect(codes(open)).toEqual([undefined, undefined])
  })

  it('everything of a paid one', () => {
    expect(codes(paid)).toEqual(['already_paid', 'already_paid'])
  })

  it('no pay link where the amount is hidden', () => {
    const hidden = { ...open.invoice, total_cents: 0, balance_cents: 0 }
    expect(codes({ ...open, invoice: hidden, money_hidden: true })[0]).toBeUndefined()
    expect(codes({ ...open, invoice: hidden })[0]).toBeDefined()
  })
})
