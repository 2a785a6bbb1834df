import { Navigate, useRouter } from '@tanstack/react-router'
import { crewRoles, hasRole, officeRoles } from '../../../domain/roles.ts'
import { useMe } from '../../me.ts'
import { CrewHome, CustomerHome, OwnerHome } from '../../homes.tsx'

/** The start page by role. */
export default function Home() {
  const { roles } = useMe()
  if (hasRole(roles, officeRoles)) return <OwnerHome />
  if (hasRole(roles, crewRoles)) return <CrewHome />
  if (hasRole(roles, ['admin'])) return <OwnerHome />
  if (hasRole(roles, ['sales'])) return <Elsewhere path="/app/sales" />
  if (hasRole(roles, ['payee'])) return <Elsewhere path="/app/payments" />
  return <CustomerHome />
}

function Elsewhere({ path }: { path: string }) {
  const routes: Record<string, unknown> = useRouter().routesByPath
  // Unknown URLs come here, so redirecting to one would loop.
  return path in routes ? <Navigate to={path} replace /> : <OwnerHome />
}
