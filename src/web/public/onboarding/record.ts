import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { Sent } from '../../../api/kit.ts'
import {
  onboardingSteps,
  type OnboardingRecord,
  type OnboardingStep,
} from '../../../domain/base/onboarding.ts'
import { api } from '../../app/client.ts'
import { savedTrial } from '../../shared/wizard/trial.ts'

const accept = 'POST /api/public/owner-onboard/{code}/accept'
type AcceptBody = Sent<typeof accept, Calls[typeof accept]>['body']

/**
 * What is known about the business being set up; the server is authoritative, so another device can
 * continue.
 */
export const recordQuery = (code: string) =>
  queryOptions({
    ...api['GET /api/public/owner-onboard/{code}'].query({ params: { code } }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Saves a step and updates the local record. */
export function useAccept(code: string) {
  const cache = useQueryClient()
  return async (body: AcceptBody) => {
    const { name } = savedTrial()
    const answer = await api[accept]({
      params: { code },
      body: { ...(name && body.organization_name ? { name } : {}), ...body },
    })
    const { organization_name, ...fields } = body
    const known = (record: OnboardingRecord | undefined) =>
      record && {
        ...record,
        step: answer.step,
        prefill: {
          ...record.prefill,
          ...pick(fields),
          ...(organization_name ? { org_name: organization_name } : {}),
        },
      }
    cache.setQueryData(recordQuery(code).queryKey, known)
    return answer
  }
}

const prefilled = [
  'industry',
  'phone_number',
  'street',
  'city',
  'state',
  'zip',
  'business_hours',
  'estimated_customers',
] as const
const pick = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    prefilled.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

/** The step to show: the URL's if it has been reached, otherwise the server's. */
export function shownStep(wanted: string | undefined, reached: OnboardingStep): OnboardingStep {
  // Verification can wait, so it does not block the next step.
  const furthest = reached === 'kyc' ? 'hours' : reached
  const step = onboardingSteps.find((one) => one === wanted)
  return step && onboardingSteps.indexOf(step) <= onboardingSteps.indexOf(furthest) ? step : reached
}

export type StepProps = {
  code: string
  record: OnboardingRecord
  done: () => void
  back?: () => void
}
