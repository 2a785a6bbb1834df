import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FirstStep } from '../../../domain/flows/first-steps.ts'
import { api } from '../../app/client.ts'
import { keepInTab } from '../../app/local.ts'

export const firstStepsQuery = {
  ...api['GET /api/owner/first-steps'].query(),
  // A person who comes back from a step sees it checked off.
  refetchOnMount: 'always' as const,
}

type Where = { label: string; about: string; to: string; search?: object }

/** Each step in words, and where it is done. */
export const stepViews: Record<FirstStep, Where> = {
  email: {
    label: 'Confirm your email',
    about: 'Open the link in the email we sent you. Nothing goes to customers until then.',
    to: '/app/account',
  },
  service: {
    label: 'Add your services',
    about: 'Start from a list for your trade and set your prices.',
    to: '/app/services',
    search: { sheet: 'service-template' },
  },
  team: {
    label: 'Make a team',
    about: 'The people who go out together, even if it’s just you.',
    to: '/app/crews',
    search: { sheet: 'add-team' },
  },
  customer: {
    label: 'Add your first customer',
    about: 'By hand, from a file, or with a link to sign up.',
    to: '/app/customers',
    search: { sheet: 'add-customer' },
  },
  visit: {
    label: 'Schedule the first visit',
    about: 'Once, or every week.',
    to: '/app/schedule',
    search: { add: 1 },
  },
  payments: {
    label: 'Take card payments',
    about: 'A few questions about your business, then cards and bank payments work.',
    to: '/app/settings',
    search: { tab: 'billing' },
  },
  logo: {
    label: 'Show your logo',
    about: 'On invoices, emails and the pages your customers see.',
    to: '/app/settings',
    search: { tab: 'organization', section: 'brand' },
  },
}

// The step somebody went to, so that its page leads back. For this tab only.
const key = 'fieldhive.first-step'
export const beginStep = (step: FirstStep): boolean => keepInTab(key, step)

type Open = { step: FirstStep; done: boolean; next: FirstStep | null }

const isAt = (step: string | null, pathname: string): step is FirstStep =>
  step !== null && step in stepViews && pathname.startsWith(stepViews[step as FirstStep].to)

/**
 * The step that was opened from the list, while its page is open: whether it is done by now, and what comes then. Null if none was.
 */
export function useOpenStep(pathname: string): Open | null {
  const opened = sessionStorage.getItem(key)
  const isHere = isAt(opened, pathname)
  const { data } = useQuery({ ...firstStepsQuery, enabled: isHere, refetchInterval: 4000 })
  // Whoever goes elsewhere has something else in mind. Not before that: the next step is chosen on the page of this one.
  useEffect(() => {
    if (!isAt(sessionStorage.getItem(key), pathname)) sessionStorage.removeItem(key)
  }, [pathname])
  if (!isHere) return null
  const steps = data?.steps ?? []
  const at = steps.findIndex(({ step }) => step === opened)
  if (at === -1) return null
  const next = steps.slice(at + 1).find(({ done }) => !done)
  return { ...steps[at]!, next: next?.step ?? null }
}
