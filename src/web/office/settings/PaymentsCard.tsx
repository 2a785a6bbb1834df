import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, ExternalLink, RefreshCw } from 'lucide-react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import {
  disconnected,
  paymentsChecklist,
  paymentsStatusText,
} from '../../../domain/base/organization.ts'
import { api } from '../../app/client.ts'
import { Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Draft } from './draft.ts'
import type { Fields } from './parts.ts'
import { Section } from './Sections.tsx'
import classes from './settings.module.css'
import type { WalletState } from '../../../domain/money/wallets.ts'

type State = Answer<Calls['POST /api/owner/stripe/refresh']>

export const paymentsQuery = {
  queryKey: ['payments state'],
  // Asks the provider: our stored state may predate what the owner just did there.
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api['POST /api/owner/stripe/refresh']({ body: {}, signal }),
  staleTime: 60_000,
}

/** The status of the account at the payment provider, and how to complete it. */
export function PaymentsCard(own: WalletProps) {
  const state = useQuery(paymentsQuery)
  return (
    <Section
      title="Payments & payouts"
      beside={
        <>
          {state.data && (
            <StatusChip tone={paymentsStatusText(state.data) === 'All set' ? 'good' : 'wait'}>
              {paymentsStatusText(state.data)}
            </StatusChip>
          )}
          <Button
            ml="auto"
            variant="default"
            size="sm"
            leftSection={<RefreshCw size={15} aria-hidden />}
            loading={state.isFetching && !state.isPending}
            onClick={() => void state.refetch()}
          >
            Refresh status
          </Button>
        </>
      }
    >
      <Loaded
        of={state}
        failure="Failed to load payments status"
        skeleton={<Skeleton height={64} radius="md" />}
      >
        {(data) => (
          <Stack gap="lg">
            <Progress state={data} />
            {data.hasAccount && <WalletsPart {...own} state={data.wallets} />}
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

const Disconnected = () => (
  <Text>
    Your Stripe account was disconnected from Fieldhive. Nobody can pay you by card or bank account,
    and automatic charges wait until it is connected again.
  </Text>
)

function onboardText({ hasAccount, disabled_reason }: State): string {
  if (disabled_reason === disconnected) return 'Connect again'
  return hasAccount ? 'Continue Onboarding' : 'Start Onboarding'
}

const steps = (state: State): { text: string; isDone: boolean }[] => {
  const missing = paymentsChecklist(state)
  const all = ['Submit business details', 'Enable card payments', 'Enable payouts']
  return [
    ...all.map((text) => ({ text, isDone: !missing.includes(text) })),
    ...missing.filter((text) => !all.includes(text)).map((text) => ({ text, isDone: false })),
  ]
}

function Progress({ state }: { state: State }) {
  const isSet = paymentsStatusText(state) === 'All set'
  const onboard = useMutation({
    mutationFn: () =>
      api['POST /api/owner/stripe/start-onboarding']({
        body: { return_path: '/app/settings?section=payments' },
      }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.failed(error, 'Could not create onboarding link'),
  })
  const dashboard = useMutation({
    mutationFn: () => api['POST /api/owner/platform-billing/dashboard-link']({ body: {} }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.failed(error, 'Could not open Stripe Dashboard'),
  })
  return (
    <Stack gap="md">
      {isSet ? (
        <Text>You can take cards and bank payments, and payouts go to your bank account.</Text>
      ) : (
        <>
          {state.disabled_reason === disconnected ? (
            <Disconnected />
          ) : (
            <Text>
              A few steps are left before customers can pay you by card or bank account
              {state.disabled_reason && ` [${state.disabled_reason.replaceAll(/[._]/g, ' ')}]`}.
            </Text>
          )}
          <ul className={classes.checklist} aria-label="Payments setup">
            {steps(state).map(({ text, isDone }) => (
              <li key={text} data-done={isDone || undefined}>
                {isDone ? (
                  <CircleCheck size={18} aria-label="Done" />
                ) : (
                  <Circle size={18} aria-label="To do" />
                )}
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <Group gap="sm">
        {!isSet && (
          <Button loading={onboard.isPending || onboard.isSuccess} onClick={() => onboard.mutate()}>
            {onboardText(state)}
          </Button>
        )}
        {state.hasAccount && (
          <Button
            variant="default"
            rightSection={<ExternalLink size={15} aria-hidden />}
            loading={dashboard.isPending || dashboard.isSuccess}
            onClick={() => dashboard.mutate()}
          >
            Open Stripe Dashboard
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type WalletProps = Pick<Fields<Pick<Draft, 'wallets_on'>>, 'values' | 'set'>

/** How wallets stand, in words. */
function textOf({ state, reason }: WalletState): string {
  if (state === 'on')
    return 'On: customers see them on the pay page and where they save a card, if their phone or browser has them.'
  if (state === 'off') return 'Off: customers type in a card or bank account.'
  if (state === 'waiting')
    return `Waiting for Stripe. ${reason ?? ''} We check this again automatically.`
  return `Not available: ${reason ?? ''}`
}

/** Whether customers can pay with Apple Pay and Google Pay, and the owner's switch for it. */
const WalletsPart = ({ values, set, state }: WalletProps & { state: WalletState }) => (
  <div>
    <Switch
      label="Apple Pay and Google Pay"
      description={textOf(state)}
      checked={values.wallets_on}
      onChange={(event) => set({ wallets_on: event.currentTarget.checked })}
    />
    {state.state === 'unavailable' && state.domain && (
      <Text fz="sm" c="dimmed" mt="xs">
        The address is {state.domain}. “Refresh status” asks Stripe to check it again.
      </Text>
    )}
  </div>
)
