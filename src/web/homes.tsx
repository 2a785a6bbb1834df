import { lazy } from 'react'

export const OwnerHome = lazy(() => import('./screens/dashboard/OwnerDashboard.tsx'))
export const CrewHome = lazy(() => import('./screens/crew/CrewDashboard.tsx'))
export const CustomerHome = lazy(() => import('./screens/portal/Portal.tsx'))
