import { Card, Checkbox, Group, NumberInput, Radio, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CustomerPreferences } from '../../../domain/customer.ts'
import { dayKeys, dayNames, type DayKey } from '../../../domain/dates.ts'
import { formatCents } from '../../../domain/money.ts'
import { intervalBounds, signupFrequencies, signupFrequencyLabels, type SignupFrequency } from '../../../domain/recurrence.ts'
import { showsPrice } from '../../../domain/signup.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { preferencesQuery, servicesQuery, useClosed } from '../portal/queries.ts'
import { PillChecks } from '../schedule/Pills.tsx'

type Body = Partial<Omit<CustomerPreferences, 'service_frequency'>> & { service_frequency?: SignupFrequency }

/** One question about what is wished for, with a button of its own. */
function Wish({
  id,
  title,
  about,
  failure,
  body,
  isDirty,
  children,
}: {
  id: string
  title: string
  about?: string
  failure: string
  body: Body
  isDirty: boolean
  children: ReactNode
}) {
  const closed = useClosed()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      queryClient.setQueryData(preferencesQuery.queryKey, await api['PUT /api/users/preferences']({ body }))
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

const useAgreed = (): string => `${useMe().organization_name ?? 'The business'} reads your wishes and agrees any change of your visits with you.`
const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one))

export function WishedServices() {
  const services = useQuery(servicesQuery)
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded of={services} failure="Failed to load services" skeleton={<Bars rows={3} height={56} />}>
      {(offer) => (
        <Loaded of={preferences} failure="Failed to load preferences" skeleton={<Bars rows={3} height={56} />}>
          {({ services_selected }) => <Services key={services_selected.join(' ')} offered={offer.services} before={services_selected} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type Offered = { key: string; label: string; price_cents: number | null }

function Services({ offered, before }: { offered: readonly Offered[]; before: readonly string[] }) {
  const [chosen, setChosen] = useState<string[]>([...before])
  const about = useAgreed()
  return (
    <Wish
      id="wished-services"
      title="Service preferences"
      about={about}
      failure="Failed to save preferences"
      body={{ services_selected: chosen }}
      isDirty={!same(chosen, before)}
    >
      {offered.length === 0 ? (
        <Text>No services are currently offered.</Text>
      ) : (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Services">
          <Stack gap="xs">
            {offered.map(({ key, label, price_cents }) => (
              <Checkbox.Card key={key} value={key} p="sm" radius="md" aria-label={label}>
                <Group wrap="nowrap">
                  <Checkbox.Indicator />
                  <Text fw={600} style={{ flex: 1 }}>
                    {label}
                  </Text>
                  {showsPrice(price_cents) && <Text>{formatCents(price_cents)}</Text>}
                </Group>
              </Checkbox.Card>
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Wish>
  )
}

export function WishedDays() {
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded of={preferences} failure="Failed to load preferences" skeleton={<Bars rows={1} height={140} />}>
      {({ available_days }) => <Days key={available_days.join(' ')} before={available_days} />}
    </Loaded>
  )
}

function Days({ before }: { before: readonly DayKey[] }) {
  const [days, setDays] = useState<DayKey[]>([...before])
  const about = useAgreed()
  return (
    <Wish
      id="wished-days"
      title="Available days"
      about={about}
      failure="Failed to save availability"
      body={{ available_days: days }}
      isDirty={!same(days, before)}
    >
      <PillChecks
        legend="Days that suit you"
        options={dayKeys.map((value, at) => ({ value, label: dayNames[at]! }))}
        value={days}
        onChange={(next) => setDays(dayKeys.filter((key) => next.includes(key)))}
      />
      <Text c="dimmed" fz="sm">
        {days.length === 0 ? 'No day chosen: any day from Monday to Friday is fine.' : `${days.length} of 7 days`}
      </Text>
    </Wish>
  )
}

export function WishedFrequency() {
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded of={preferences} failure="Failed to load preferences" skeleton={<Bars rows={1} height={200} />}>
      {(data) => <Frequency key={`${data.service_frequency} ${data.service_interval}`} before={data} />}
    </Loaded>
  )
}

/** Every two weeks is kept as every X weeks, and shown as the choice people know. */
const shownWord = ({ service_frequency, service_interval }: CustomerPreferences): SignupFrequency | null =>
  service_frequency === 'every_x_weeks' && service_interval === 2 ? 'biweekly' : service_frequency

function Frequency({ before }: { before: CustomerPreferences }) {
  const word = shownWord(before)
  const [frequency, setFrequency] = useState<SignupFrequency | null>(word)
  const [weeks, setWeeks] = useState<number | string>(before.service_interval ?? 3)
  const isDirty = frequency !== word || (frequency === 'every_x_weeks' && Number(weeks) !== before.service_interval)
  return (
    <Wish
      id="wished-frequency"
      title="How often"
      failure="Failed to save frequency"
      body={frequency ? { service_frequency: frequency, ...(frequency === 'every_x_weeks' ? { service_interval: Number(weeks) } : {}) } : {}}
      isDirty={isDirty}
    >
      <Radio.Group value={frequency} onChange={(next) => setFrequency(next)} aria-label="How often">
        <Stack gap="xs">
          {signupFrequencies.map((one) => (
            <Radio.Card key={one} value={one} p="sm" radius="md" aria-label={signupFrequencyLabels[one]}>
              <Group wrap="nowrap">
                <Radio.Indicator />
                <Text fw={600}>{signupFrequencyLabels[one]}</Text>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {frequency === 'every_x_weeks' && (
        <NumberInput
          label="Weeks between visits"
          min={intervalBounds.week.min}
          max={intervalBounds.week.max}
          clampBehavior="blur"
          allowDecimal={false}
          maw={220}
          value={weeks}
          onChange={setWeeks}
        />
      )}
    </Wish>
  )
}
