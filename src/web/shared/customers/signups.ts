import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { NewSignup, UnfinishedSignup } from '../../../domain/flows/new-signup.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'

const list = api['GET /api/owner/signups']

type Signups = { finished: readonly NewSignup[]; unfinished: readonly UnfinishedSignup[] }
const none: Signups = { finished: [], unfinished: [] }
/** Sign-ups the office has not opened yet, for those who may open them. */
export function useSignups(): Signups {
  const { roles } = useMe()
  return useQuery({ ...list.query(), enabled: hasRole(roles, officeRoles) }).data ?? none
}

/** Marks a customer's sign-up as opened, once its card shows. */
export function useOpenedSignup({ id }: Pick<Customer, 'id'>): void {
  const isNew = useSignups().finished.some(({ customer_id }) => customer_id === id)
  const { mutate } = useMutation({
    mutationFn: () => api['POST /api/owner/customers/{id}/signup-seen']({ params: { id } }),
  })
  useEffect(() => {
    if (isNew) mutate()
  }, [isNew, mutate])
}

asksAgain(['customer_updated', 'payment_updated'], list.key())
