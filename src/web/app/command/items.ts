import type { AnyRouter } from '@tanstack/react-router'
import type { Calls } from '../../../api/calls.ts'
import type { FoundCustomer, FoundVisit } from '../../../api/finding.ts'
import type { Answer } from '../../../api/kit.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { customerStatusLabels } from '../../../domain/customers/customer.ts'
import { clockText } from '../../../domain/base/dates.ts'
import { invoiceNumber, type Invoice } from '../../../domain/money/invoice.ts'
import { hasRole, officeAndAdminRoles, roleLabel, type Role } from '../../../domain/base/roles.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { dateLabel } from '../../ui/when.ts'
import { wordsNow } from '../words.ts'
import { actionsFor, pageKeys, pagesFor } from './pages.ts'
import type { Sought } from './rank.ts'

type Kind = 'Action' | 'Page' | 'Customer' | 'Person' | 'Invoice' | 'Visit'
/** Something that can be opened from anywhere. */
export type Item = Sought & {
  kind: Kind
  to: string
  params?: Readonly<Record<string, string>>
  search?: Readonly<Record<string, string>>
  keys?: string
}
type Person = Answer<Calls['GET /api/owner/people']>['people'][number]

/** The month has an address of its own. */
const monthItem: Item = {
  key: 'month',
  kind: 'Page',
  label: 'Schedule, by month',
  also: 'calendar load capacity',
  to: '/app/schedule',
  search: { view: 'month' },
  keys: 'G O',
  rank: 0.2,
}

// The more often people want it, the lower; ties keep this order.
const ranks = { Action: 0, Customer: 0.1, Page: 0.2, Person: 0.3 } as const

/** Actions and pages, by role. */
export const ownItems = (router: AnyRouter, roles: readonly Role[]): Item[] => [
  ...actionsFor(router, roles).map(({ call, ...action }): Item => ({
    ...action,
    key: call,
    kind: 'Action',
    rank: ranks.Action,
  })),
  ...pagesFor(router, roles).map(({ to, title }): Item => ({
    key: to,
    kind: 'Page',
    label: wordsNow(frameWords).title(title),
    to,
    rank: ranks.Page,
    ...(pageKeys[to] ? { keys: pageKeys[to] } : {}),
  })),
  ...(hasRole(roles, officeAndAdminRoles) ? [monthItem] : []),
]

export const customerItem = (one: FoundCustomer): Item => {
  const { id, name, email, phone_number, status } = one
  const isCurrent = status === 'active'
  return {
    key: id,
    kind: 'Customer',
    label: name ?? email ?? 'Customer',
    about: [
      isCurrent ? null : customerStatusLabels[status],
      [one.street, one.city, one.zip].filter(Boolean).join(', '),
      phone_number && phoneText(phone_number),
    ]
      .filter(Boolean)
      .join(' · '),
    also: `${email ?? ''} ${phone_number ?? ''}`,
    to: '/app/customers/$id',
    params: { id },
    rank: ranks.Customer + (status === 'archived' ? 2 : 0),
  }
}

export const personItem = ({ id, name, email, role }: Person): Item => ({
  key: id,
  kind: 'Person',
  label: name ?? email ?? 'Somebody',
  about: roleLabel(role),
  also: email ?? '',
  to: '/app/people',
  rank: ranks.Person,
})

export const invoiceItem = (one: Invoice): Item => ({
  key: one.id,
  kind: 'Invoice',
  label: one.number === null ? 'Draft invoice' : `Invoice #${invoiceNumber(one)}`,
  about: one.customer_name ?? '',
  to: '/app/invoices/$id',
  params: { id: one.id },
})

export const visitItem = (one: FoundVisit): Item => ({
  key: one.occurrence_id,
  kind: 'Visit',
  label: [one.service, one.customer_name].filter(Boolean).join(', '),
  about: [dateLabel(one.date), one.start_minutes === null ? null : clockText(one.start_minutes)]
    .filter(Boolean)
    .join(', '),
  to: '/app/schedule',
  search: { date: one.date, occurrence_id: one.occurrence_id },
})
