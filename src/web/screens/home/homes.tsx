import { lazy } from 'react'

export const OwnerHome = lazy(() => import('../dashboard/OwnerDashboard.tsx'))
export const CrewHome = lazy(() => import('../crew/CrewDashboard.tsx'))
export const CustomerHome = lazy(() => import('../portal/Portal.tsx'))
