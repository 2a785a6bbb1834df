import { Navigate } from '@tanstack/react-router'
import { useEffect, lazy } from 'react'
import { crewRoles, hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { useMe, type Me } from '../me.ts'
import { keepHere } from '../local.ts'

/** The start page by role. */
export default function Home() {
  const { roles } = useMe()
  const home = homeOf(roles)
  useEffect(() => rememberHome(home), [home])
  if (home === 'office') return <OwnerHome />
  if (home === 'crew') return <CrewHome />
  if (hasRole(roles, ['sales'])) return <Navigate to="/app/sales" replace />
  if (hasRole(roles, ['payee'])) return <Navigate to="/app/payments" replace />
  return <CustomerHome />
}

type StartScreen = 'office' | 'crew' | 'customer'

function homeOf(roles: Me['roles']): StartScreen | null {
  if (hasRole(roles, officeRoles)) return 'office'
  if (hasRole(roles, crewRoles)) return 'crew'
  if (hasRole(roles, ['admin'])) return 'office'
  return hasRole(roles, ['sales', 'payee']) ? null : 'customer'
}

/** The page's first script (`public/scheme.js`) reads it, to fetch this screen's files at once the next time. */
function rememberHome(home: StartScreen | null): void {
  // Without storage the next start is only slower.
  if (home) keepHere('fieldhive.home', home)
  else localStorage.removeItem('fieldhive.home')
}

const OwnerHome = lazy(() => import('../../office/dashboard/OwnerDashboard.tsx'))
const CrewHome = lazy(() => import('../../crew/CrewDashboard.tsx'))
const CustomerHome = lazy(() => import('../../portal/Portal.tsx'))
