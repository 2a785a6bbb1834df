import { Alert, Anchor, Button, Checkbox, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayKeys, dayNames, type DayKey } from '../../../domain/dates.ts'
import { formatCents } from '../../../domain/money.ts'
import { clampWeekInterval, intervalBounds, signupFrequencies, signupFrequencyLabels, type SignupFrequency } from '../../../domain/recurrence.ts'
import { autochargeLabel, consentTexts, disclosureStatement, estimatedTotal, oneoffsLabel, showsPrice, signupStepFailures } from '../../../domain/signup.ts'
import { api, ApiError } from '../../client.ts'
import css from './choice.module.css'
import type { StepProps } from './ContactSteps.tsx'
import { offerQuery, type Lead, type Offer } from './place.ts'
import { StepForm } from './StepForm.tsx'

const with12Hours = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

export function AvailabilityQuestion({ code, lead, offer, done, back }: StepProps & { offer: Offer }) {
  const hours = offer.organization.business_hours
  const open = dayKeys.filter((key) => hours && hours[key] && !hours[key].closed)
  const [days, setDays] = useState<DayKey[]>(lead.available_days.filter((day): day is DayKey => open.includes(day as DayKey)))
  return (
    <StepForm
      title="Which days suit you?"
      about={open.length ? 'These are the days we are open.' : undefined}
      failure={signupStepFailures.availability}
      back={back}
      save={async () =>
        void (await api['PATCH /api/public/signup/{code}/lead/availability']({
          params: { code },
          body: { email: lead.email, available_days: days, lead_token: lead.lead_token },
        }))
      }
      saved={done}
    >
      {open.length === 0 ? (
        <Alert color="honey" variant="light">
          {offer.organization.name} has not published business hours yet. You can go on; they will agree the day with you.
        </Alert>
      ) : (
        <>
          <Group justify="space-between">
            <Text c="dimmed" component="output">
              Selected {days.length} / {open.length}
            </Text>
            <Button type="button" variant="light" size="compact-md" onClick={() => setDays([...open])}>
              Select all
            </Button>
          </Group>
          <Checkbox.Group value={days} onChange={(next) => setDays(next)} aria-label="Days that suit you">
            <Stack gap="xs">
              {open.map((key) => (
                <Checkbox.Card
                  key={key}
                  value={key}
                  className={css.choice}
                  aria-label={`${dayNames[dayKeys.indexOf(key)]}, ${with12Hours(hours![key].open)} to ${with12Hours(hours![key].close)}`}
                >
                  <Group wrap="nowrap">
                    <Checkbox.Indicator />
                    <Text fw={600} style={{ flex: 1 }}>
                      {dayNames[dayKeys.indexOf(key)]}
                    </Text>
                    <Text c="dimmed" fz="sm">
                      {with12Hours(hours![key].open)} – {with12Hours(hours![key].close)}
                    </Text>
                  </Group>
                </Checkbox.Card>
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </StepForm>
  )
}

export function ServicesQuestion({ code, lead, offer, done, back }: StepProps & { offer: Offer }) {
  const [chosen, setChosen] = useState<string[]>(
    lead.services_selected.map((service) => service.key).filter((key) => offer.services.some((service) => service.key === key)),
  )
  const total = estimatedTotal(offer.services, chosen)
  return (
    <StepForm
      title="What can we do for you?"
      failure={signupStepFailures.services}
      back={back}
      save={async () =>
        void (await api['PATCH /api/public/signup/{code}/lead/services']({
          params: { code },
          body: {
            email: lead.email,
            lead_token: lead.lead_token,
            services_selected: offer.services.filter((service) => chosen.includes(service.key)).map(({ key, price_cents }) => ({ key, price_cents })),
          },
        }))
      }
      saved={done}
    >
      {offer.services.length === 0 ? (
        <Text>No services are currently offered.</Text>
      ) : (
        <>
          <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Services">
            <Stack gap="xs">
              {offer.services.map((service) => (
                <Checkbox.Card
                  key={service.key}
                  value={service.key}
                  className={css.choice}
                  aria-label={showsPrice(service.price_cents) ? `${service.label}, ${formatCents(service.price_cents)}` : service.label}
                >
                  <Group wrap="nowrap">
                    <Checkbox.Indicator />
                    <Text fw={600} style={{ flex: 1 }}>
                      {service.label}
                    </Text>
                    {showsPrice(service.price_cents) && <Text>{formatCents(service.price_cents)}</Text>}
                  </Group>
                </Checkbox.Card>
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="space-between" component="output">
            <Text fw={600}>Estimated per-visit total</Text>
            <Text fw={700} fz="lg">
              {formatCents(total)}
            </Text>
          </Group>
          <Text c="dimmed" fz="sm">
            Taxes and discounts may apply.
          </Text>
        </>
      )}
    </StepForm>
  )
}

export function FrequencyQuestion({ code, lead, done, back }: StepProps) {
  const [frequency, setFrequency] = useState<SignupFrequency>((lead.service_frequency as SignupFrequency | null) ?? 'weekly')
  const [weeks, setWeeks] = useState<number | string>(lead.service_interval ?? 2)
  return (
    <StepForm
      title="How often?"
      failure={signupStepFailures.frequency}
      back={back}
      save={async () =>
        void (await api['PATCH /api/public/signup/{code}/lead/frequency']({
          params: { code },
          body: {
            email: lead.email,
            lead_token: lead.lead_token,
            service_frequency: frequency,
            service_interval: frequency === 'every_x_weeks' ? clampWeekInterval(weeks) : null,
          },
        }))
      }
      saved={done}
    >
      <Radio.Group value={frequency} onChange={(next) => setFrequency(next)} aria-label="How often">
        <Stack gap="xs">
          {signupFrequencies.map((one) => (
            <Radio.Card key={one} value={one} className={css.choice} aria-label={signupFrequencyLabels[one]}>
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
          size="md"
          value={weeks}
          onChange={setWeeks}
        />
      )}
    </StepForm>
  )
}

export function DisclosuresQuestion({ place, code, lead, offer, done, back }: StepProps & { offer: Offer }) {
  const queryClient = useQueryClient()
  const [autopay, setAutopay] = useState(lead.autopay_authorized)
  const [oneoffs, setOneoffs] = useState(lead.autopay_oneoffs)
  const [sms, setSms] = useState(lead.sms_opt_in)
  const chosen = lead.services_selected.map((service) => service.key)
  const limit = formatCents(estimatedTotal(offer.services, chosen))
  const texts = consentTexts({ organization: offer.organization.name, limit })
  return (
    <StepForm
      title="Billing & Disclosures"
      failure={signupStepFailures.disclosures}
      back={back}
      button="Next Step"
      save={async () => {
        const consents = {
          autopay_authorized: autopay,
          autopay_oneoffs: autopay && oneoffs,
          sms_opt_in: sms,
          authorization_text: autopay ? texts.autopay : null,
          consent_texts: texts,
        }
        const { email, lead_token } = lead
        try {
          await api['PATCH /api/public/signup/{code}/lead/consents']({ params: { code }, body: { email, lead_token, ...consents } })
          // What the wizard gathered is finished before anybody leaves for the sign-in page: closing the tab there loses nothing.
          await api['POST /api/public/signup/{code}']({ params: { code }, body: { email, lead_token, ...wishesOf(lead), ...consents } })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'estimate_changed') {
            setAutopay(false)
            await queryClient.invalidateQueries({ queryKey: offerQuery(place, lead_token).queryKey })
          }
          throw error
        }
      }}
      saved={done}
    >
      <Text fz="sm">{texts.autopay}</Text>
      <Checkbox label={autochargeLabel} checked={autopay} onChange={(event) => setAutopay(event.currentTarget.checked)} size="md" />
      <Checkbox
        ml="xl"
        label={oneoffsLabel}
        checked={autopay && oneoffs}
        disabled={!autopay}
        onChange={(event) => setOneoffs(event.currentTarget.checked)}
        size="md"
      />
      <Checkbox label={texts.sms} checked={sms} onChange={(event) => setSms(event.currentTarget.checked)} size="md" />
      <Text c="dimmed" fz="sm">
        {disclosureStatement} See the{' '}
        <Anchor href="/legal/terms" target="_blank" underline="always" inherit>
          Terms
        </Anchor>{' '}
        and the{' '}
        <Anchor href="/legal/privacy" target="_blank" underline="always" inherit>
          Privacy Policy
        </Anchor>
        .
      </Text>
    </StepForm>
  )
}

/** All that was answered so far, as the end of a sign-up takes it. */
const wishesOf = (lead: Lead) => ({
  street: lead.street ?? '',
  city: lead.city ?? '',
  state: lead.state ?? '',
  zip: lead.zip ?? '',
  services_selected: lead.services_selected,
  available_days: lead.available_days,
  service_interval: lead.service_interval,
  ...(lead.service_frequency ? { service_frequency: lead.service_frequency as SignupFrequency } : {}),
})
