import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CustomerPreferences } from '../../../domain/customer.ts'
import type { DayKey } from '../../../domain/dates.ts'
import type { SignupFrequency } from '../../../domain/cadence.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { preferencesQuery, servicesQuery, useClosed } from '../../portal/queries.ts'
import {
  DaysChoice,
  FrequencyChoice,
  intervalOf,
  ServicesChoice,
  type Often,
} from '../../wizard/Choices.tsx'

/** What is chosen in place of what is saved. `sending` answers what to do once it is saved: what was chosen meanwhile stays. */
function useChosen<T>(saved: T) {
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  return {
    chosen: draft ? draft.value : saved,
    choose: (value: T) => setDraft({ value }),
    sending: () => () => setDraft((now) => (now === draft ? null : now)),
  }
}

type Body = Partial<Omit<CustomerPreferences, 'service_frequency'>> & {
  service_frequency?: SignupFrequency
}

/** One question about what is wished for, with a button of its own. */
function Wish({
  id,
  title,
  about,
  failure,
  body,
  isDirty,
  sending,
  children,
}: {
  id: string
  title: string
  about?: string
  failure: string
  body: Body
  isDirty: boolean
  sending: () => () => void
  children: ReactNode
}) {
  const closed = useClosed()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const settle = sending()
    try {
      queryClient.setQueryData(
        preferencesQuery.queryKey,
        await api['PUT /api/users/preferences']({ body }),
      )
      settle()
      toast.done('Saved')
    } catch (error) {
      toast.failed(error, failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card component="section" aria-labelledby={id} padding="lg">
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            {about && (
              <Text c="dimmed" fz="sm">
                {about}
              </Text>
            )}
          </div>
          {children}
          <Group>
            <Refusable refusal={closed} type="submit" loading={busy} disabled={!isDirty && !closed}>
              Save
            </Refusable>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

const useAgreed = (): string =>
  `${useMe().organization_name ?? 'The business'} reads your wishes and agrees any change of your visits with you.`
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

export function WishedServices() {
  const services = useQuery(servicesQuery)
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded
      of={services}
      failure="Failed to load services"
      skeleton={<Bars rows={3} height={56} />}
    >
      {(offer) => (
        <Loaded
          of={preferences}
          failure="Failed to load preferences"
          skeleton={<Bars rows={3} height={56} />}
        >
          {({ services_selected }) => (
            <Services offered={offer.services} before={services_selected} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Offered = { key: string; label: string; price_cents: number | null }

function Services({ offered, before }: { offered: readonly Offered[]; before: readonly string[] }) {
  const { chosen, choose, sending } = useChosen(before)
  const about = useAgreed()
  return (
    <Wish
      id="wished-services"
      title="Service preferences"
      about={about}
      failure="Failed to save preferences"
      body={{ services_selected: [...chosen] }}
      isDirty={!same(chosen, before)}
      sending={sending}
    >
      <ServicesChoice services={offered} chosen={chosen} onChange={choose} />
    </Wish>
  )
}

export function WishedDays() {
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded
      of={preferences}
      failure="Failed to load preferences"
      skeleton={<Bars rows={1} height={140} />}
    >
      {({ available_days }) => <Days before={available_days} />}
    </Loaded>
  )
}

function Days({ before }: { before: readonly DayKey[] }) {
  const { chosen: days, choose, sending } = useChosen(before)
  const about = useAgreed()
  return (
    <Wish
      id="wished-days"
      title="Available days"
      about={about}
      failure="Failed to save availability"
      body={{ available_days: [...days] }}
      isDirty={!same(days, before)}
      sending={sending}
    >
      <DaysChoice chosen={days} onChange={choose} />
      <Text c="dimmed" fz="sm">
        {days.length === 0
          ? 'No day chosen: any day from Monday to Friday is fine.'
          : `${days.length} of 7 days`}
      </Text>
    </Wish>
  )
}

export function WishedFrequency() {
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded
      of={preferences}
      failure="Failed to load preferences"
      skeleton={<Bars rows={1} height={200} />}
    >
      {(data) => <Frequency before={data} />}
    </Loaded>
  )
}

/** Every two weeks is kept as every X weeks, and shown as the choice people know. */
const shownWord = ({
  service_frequency,
  service_interval,
}: CustomerPreferences): SignupFrequency | null =>
  service_frequency === 'every_x_weeks' && service_interval === 2 ? 'biweekly' : service_frequency

function Frequency({ before }: { before: CustomerPreferences }) {
  const word = shownWord(before)
  const {
    chosen: often,
    choose,
    sending,
  } = useChosen<Often>({ frequency: word, weeks: before.service_interval ?? 3 })
  const { frequency } = often
  const isDirty =
    frequency !== word ||
    (frequency === 'every_x_weeks' && intervalOf(often) !== before.service_interval)
  return (
    <Wish
      id="wished-frequency"
      title="How often"
      failure="Failed to save frequency"
      body={frequency ? { service_frequency: frequency, service_interval: intervalOf(often) } : {}}
      isDirty={isDirty}
      sending={sending}
    >
      <FrequencyChoice value={often} onChange={choose} />
    </Wish>
  )
}
