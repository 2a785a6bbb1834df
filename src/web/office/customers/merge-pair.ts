import { addressLine, phoneText } from '../../../domain/base/contact.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import { bestToKeep } from '../../../domain/flows/merging.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { momentDay } from '../../ui/when.ts'

/** Which of two customers to keep: the chosen one, or the default. */
export function mergePair<T extends Parameters<typeof bestToKeep>[0]>(
  one: T,
  other: T,
  chosen: string | null,
): { keep: T; from: T } {
  const keep = [one, other].find(({ id }) => id === chosen) ?? bestToKeep(one, other)
  return { keep, from: keep === one ? other : one }
}

type Distinguished = Pick<
  Customer,
  | 'email'
  | 'phone_number'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'frequency_label'
  | 'has_login'
  | 'has_autopay'
  | 'has_card_on_file'
  | 'outstanding_balance_cents'
  | 'created_at'
>

/** What distinguishes two customers with the same name. */
export const distinguishingFacts = (customer: Distinguished): string[] =>
  [
    customer.email,
    customer.phone_number && phoneText(customer.phone_number),
    addressLine(customer),
    customer.frequency_label,
    [
      customer.has_login && 'Signs in',
      customer.has_autopay && 'Autopay',
      customer.has_card_on_file && 'Card on file',
    ]
      .filter(Boolean)
      .join(', '),
    customer.outstanding_balance_cents > 0 &&
      `${formatCents(customer.outstanding_balance_cents)} due`,
    `Since ${momentDay(customer.created_at)}`,
  ].filter((fact): fact is string => Boolean(fact))
