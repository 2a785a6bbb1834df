import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CustomerPreferences } from '../../../domain/customers/customer.ts'
import type { DayKey } from '../../../domain/base/dates.ts'
import type { SignupFrequency } from '../../../domain/base/cadence.ts'
import { api } from '../client.ts'
import { accountWords } from '../../../words/en/account.ts'
import { useWords } from '../words.ts'
import { useMe } from '../me.ts'
import { queryClient } from '../query-client.ts'
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
} from '../../shared/wizard/Choices.tsx'

/**
 * A choice that replaces the saved value. `sending` returns a callback for when it is saved, which
 * keeps choices made in the meantime.
 */
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

/** One preference question with its own button. */
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
  const words = useWords(accountWords)
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
      toast.done(words.saved)
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
              {words.save}
            </Refusable>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function useAgreed(): string {
  const words = useWords(accountWords)
  return words.agreed(useMe().organization_name ?? words.theBusinessFirst)
}
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

export function WishedServices() {
  const words = useWords(accountWords)
  const services = useQuery(servicesQuery)
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded of={services} failure={words.servicesFailed} skeleton={<Bars rows={3} height={56} />}>
      {(offer) => (
        <Loaded
          of={preferences}
          failure={words.preferencesFailed}
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

type Offered = { key: string; label: string; description: string; price_cents: number | null }

function Services({ offered, before }: { offered: readonly Offered[]; before: readonly string[] }) {
  const words = useWords(accountWords)
  const { chosen, choose, sending } = useChosen(before)
  const about = useAgreed()
  return (
    <Wish
      id="wished-services"
      title={words.servicePreferences}
      about={about}
      failure={words.preferencesNotSaved}
      body={{ services_selected: [...chosen] }}
      isDirty={!same(chosen, before)}
      sending={sending}
    >
      <ServicesChoice services={offered} chosen={chosen} onChange={choose} />
    </Wish>
  )
}

export function WishedDays() {
  const words = useWords(accountWords)
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded
      of={preferences}
      failure={words.preferencesFailed}
      skeleton={<Bars rows={1} height={140} />}
    >
      {({ available_days }) => <Days before={available_days} />}
    </Loaded>
  )
}

function Days({ before }: { before: readonly DayKey[] }) {
  const words = useWords(accountWords)
  const { chosen: days, choose, sending } = useChosen(before)
  const about = useAgreed()
  return (
    <Wish
      id="wished-days"
      title={words.availableDays}
      about={about}
      failure={words.daysNotSaved}
      body={{ available_days: [...days] }}
      isDirty={!same(days, before)}
      sending={sending}
    >
      <DaysChoice chosen={days} onChange={choose} />
      <Text c="dimmed" fz="sm">
        {days.length === 0 ? words.anyDay : words.daysOf7(days.length)}
      </Text>
    </Wish>
  )
}

export function WishedFrequency() {
  const words = useWords(accountWords)
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded
      of={preferences}
      failure={words.preferencesFailed}
      skeleton={<Bars rows={1} height={200} />}
    >
      {(data) => <Frequency before={data} />}
    </Loaded>
  )
}

/** Every two weeks is stored as every X weeks, but shown as the familiar option. */
const shownWord = ({
  service_frequency,
  service_interval,
}: CustomerPreferences): SignupFrequency | null =>
  service_frequency === 'every_x_weeks' && service_interval === 2 ? 'biweekly' : service_frequency

function Frequency({ before }: { before: CustomerPreferences }) {
  const words = useWords(accountWords)
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
      title={words.howOften}
      failure={words.frequencyNotSaved}
      body={frequency ? { service_frequency: frequency, service_interval: intervalOf(often) } : {}}
      isDirty={isDirty}
      sending={sending}
    >
      <FrequencyChoice value={often} onChange={choose} />
    </Wish>
  )
}
