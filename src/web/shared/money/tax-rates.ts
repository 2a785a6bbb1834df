import { useQuery } from '@tanstack/react-query'
import { hasRole, officeAndAdminRoles } from '../../../domain/base/roles.ts'
import type { TaxRate } from '../../../domain/money/tax.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'

export const taxRatesQuery = { ...api['GET /api/owner/tax-rates'].query(), staleTime: 60_000 }

const useRates = () =>
  useQuery({ ...taxRatesQuery, enabled: hasRole(useMe().roles, officeAndAdminRoles) })

/** The business's sales tax rates; without any, nothing about tax is shown. */
export const useTaxRates = (): readonly TaxRate[] => useRates().data?.rates ?? []
/** True until it is known whether there are any. */
export const useTaxRatesLoading = (): boolean => useRates().isLoading
