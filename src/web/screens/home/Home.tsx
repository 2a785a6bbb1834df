import { Navigate } from '@tanstack/react-router'
import { crewRoles, hasRole, officeRoles } from '../../../domain/roles.ts'
import { useMe } from '../../me.ts'
import { CrewHome, CustomerHome, OwnerHome } from '../../homes.tsx'

/** The start page by role. */
export default function Home() {
  const { roles } = useMe()
  if (hasRole(roles, officeRoles)) return <OwnerHome />
  if (hasRole(roles, crewRoles)) return <CrewHome />
  if (hasRole(roles, ['admin'])) return <OwnerHome />
  if (hasRole(roles, ['sales'])) return <Navigate to="/app/sales" replace />
  if (hasRole(roles, ['payee'])) return <Navigate to="/app/payments" replace />
  return <CustomerHome />
}
