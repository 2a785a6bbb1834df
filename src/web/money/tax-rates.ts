import { useQuery } from '@tanstack/react-query'
import { hasRole, officeAndAdminRoles } from '../../domain/roles.ts'
import type { TaxRate } from '../../domain/tax.ts'
import { api } from '../client.ts'
import { useMe } from '../me.ts'

export const taxRatesQuery = { ...api['GET /api/owner/tax-rates'].query(), staleTime: 60_000 }

/** The business's sales tax rates; without any, nothing about tax is shown. */
export function useTaxRates(): readonly TaxRate[] {
  const enabled = hasRole(useMe().roles, officeAndAdminRoles)
  return useQuery({ ...taxRatesQuery, enabled }).data?.rates ?? []
}
