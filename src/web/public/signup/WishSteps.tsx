import { Alert, Anchor, Button, Checkbox, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { autopayRules } from '../../../domain/money/autopay.ts'
import { clockText, dayKeys, type DayKey } from '../../../domain/base/dates.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type { SignupFrequency } from '../../../domain/base/cadence.ts'
import {
  consentTexts,
  defaultFrequency,
  estimatedTotal,
  type SignupStep,
} from '../../../domain/flows/signup.ts'
import { api, ApiError } from '../../app/client.ts'
import {
  DaysChoice,
  FrequencyChoice,
  intervalOf,
  ServicesChoice,
  type Often,
} from '../../shared/wizard/Choices.tsx'
import type { StepProps } from './ContactSteps.tsx'
import { offerQuery, sentBy, type Lead, type Offer } from '../../shared/wizard/place.ts'
import { refusalText, useWords } from '../../app/words.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useDraft } from '../../shared/wizard/draft.ts'
import { StepForm } from '../../shared/wizard/StepForm.tsx'
import { currentLocale, useLocale } from '../../app/locale.ts'
import { signupWords } from '../../../words/en/signup.ts'

const with12Hours = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clockText(hours * 60 + minutes, currentLocale())
}

type Props = StepProps & { offer: Offer }

/** The questions of a sign-up about the work itself and how it is paid; in a file of their own, which comes while the first ones are answered. */
export default function WishQuestion({ step, ...props }: Props & { step: SignupStep }) {
  const Question = questions[step]
  return Question && <Question {...props} />
}

const questions: Partial<Record<SignupStep, (props: Props) => ReactNode>> = {
  availability: AvailabilityQuestion,
  services: ServicesQuestion,
  frequency: FrequencyQuestion,
  disclosures: DisclosuresQuestion,
}

function AvailabilityQuestion({ place, code, lead, offer, done, back }: Props) {
  const words = useWords(signupWords)
  const hours = offer.organization.business_hours
  const open = dayKeys.filter((key) => hours && hours[key] && !hours[key].closed)
  const {
    value: days,
    set: setDays,
    forget,
  } = useDraft<DayKey[]>(
    place,
    'availability',
    lead.available_days.filter((day): day is DayKey => open.includes(day as DayKey)),
  )
  return (
    <StepForm
      title={words.daysTitle}
      about={open.length ? words.daysAbout : undefined}
      failure={words.failed('availability')}
      back={back}
      save={async () =>
        void (await api['PATCH /api/public/signup/{code}/lead/availability']({
          params: { code },
          body: {
            email: lead.email,
            available_days: days,
            lead_token: lead.lead_token,
            ...sentBy(),
          },
        }))
      }
      saved={() => {
        forget()
        done()
      }}
    >
      {open.length === 0 ? (
        <Alert color="honey" variant="light">
          {words.noHours(offer.organization.name)}
        </Alert>
      ) : (
        <>
          <Group justify="space-between">
            <Text c="dimmed" component="output">
              {words.selected(days.length, open.length)}
            </Text>
            <Button
              type="button"
              variant="light"
              size="compact-md"
              onClick={() => setDays([...open])}
            >
              {words.selectAll}
            </Button>
          </Group>
          <DaysChoice
            days={open}
            hours={(key) => [with12Hours(hours![key].open), with12Hours(hours![key].close)]}
            chosen={days}
            onChange={setDays}
          />
        </>
      )}
    </StepForm>
  )
}

function ServicesQuestion({ place, code, lead, offer, done, back }: Props) {
  const words = useWords(signupWords)
  const {
    value: kept,
    set: setChosen,
    forget,
  } = useDraft<string[]>(
    place,
    'services',
    lead.services_selected
      .map((service) => service.key)
      .filter((key) => offer.services.some((service) => service.key === key)),
  )
  // One that is no longer offered may be among those kept from before a reload.
  const chosen = kept.filter((key) => offer.services.some((service) => service.key === key))
  const total = estimatedTotal(offer.services, chosen, lead.tax_ppm)
  const none = offer.services.length > 0 && chosen.length === 0
  const decidesLater = useRef(false)
  const [isMissing, setMissing] = useState(false)
  return (
    <StepForm
      title={words.servicesTitle}
      failure={words.failed('services')}
      back={back}
      aside={none && <DecideLater onClick={() => (decidesLater.current = true)} />}
      save={async () => {
        const isUndecided = none && !decidesLater.current
        decidesLater.current = false
        setMissing(isUndecided)
        if (isUndecided) return false
        await api['PATCH /api/public/signup/{code}/lead/services']({
          params: { code },
          body: {
            email: lead.email,
            lead_token: lead.lead_token,
            ...sentBy(),
            services_selected: offer.services
              .filter((service) => chosen.includes(service.key))
              .map(({ key, price_cents }) => ({ key, price_cents })),
          },
        })
      }}
      saved={() => {
        forget()
        done()
      }}
    >
      <ServicesChoice services={offer.services} chosen={chosen} onChange={setChosen} />
      <FormProblem text={isMissing && none ? words.chooseService : null} />
      {offer.services.length > 0 && (
        <>
          <Group justify="space-between" component="output">
            <Text fw={600}>{words.estimate}</Text>
            <Text fw={700} fz="lg">
              {formatCents(total)}
            </Text>
          </Group>
          <Text c="dimmed" fz="sm">
            {total === estimatedTotal(offer.services, chosen) ? words.taxes : words.taxIncluded}
          </Text>
        </>
      )}
    </StepForm>
  )
}

/** Goes on without a service; the business agrees it with them. */
function DecideLater({ onClick }: { onClick: () => void }) {
  const words = useWords(signupWords)
  return (
    <Button type="submit" variant="subtle" size="md" onClick={onClick}>
      {words.decideLater}
    </Button>
  )
}

function FrequencyQuestion({ place, code, lead, done, back }: Props) {
  const words = useWords(signupWords)
  const {
    value: often,
    set: setOften,
    forget,
  } = useDraft<Often>(place, 'frequency', {
    frequency: (lead.service_frequency as SignupFrequency | null) ?? defaultFrequency,
    weeks: lead.service_interval ?? 2,
  })
  return (
    <StepForm
      title={words.oftenTitle}
      failure={words.failed('frequency')}
      back={back}
      save={async () =>
        void (await api['PATCH /api/public/signup/{code}/lead/frequency']({
          params: { code },
          body: {
            email: lead.email,
            lead_token: lead.lead_token,
            ...sentBy(),
            service_frequency: often.frequency ?? defaultFrequency,
            service_interval: intervalOf(often),
          },
        }))
      }
      saved={() => {
        forget()
        done()
      }}
    >
      <FrequencyChoice value={often} onChange={setOften} />
    </StepForm>
  )
}

function DisclosuresQuestion({ place, code, lead, offer, done, back }: Props) {
  const words = useWords(signupWords)
  const locale = useLocale()
  const queryClient = useQueryClient()
  const [autopay, setAutopay] = useState(lead.autopay_authorized)
  const [oneoffs, setOneoffs] = useState(lead.autopay_oneoffs)
  const [sms, setSms] = useState(lead.sms_opt_in)
  const chosen = lead.services_selected.map((service) => service.key)
  const cap_cents = estimatedTotal(offer.services, chosen, lead.tax_ppm)
  const noPrice = autopayRules.agree({ cap_cents })
  const agrees = autopay && !noPrice
  const about = { organization: offer.organization.name, limit: formatCents(cap_cents) }
  const texts = consentTexts(about, locale)
  return (
    <StepForm
      title={words.disclosuresTitle}
      failure={words.failed('disclosures')}
      back={back}
      button={words.nextStep}
      save={async () => {
        const consents = {
          autopay_authorized: agrees,
          autopay_oneoffs: agrees && oneoffs,
          sms_opt_in: sms,
          authorization_text: agrees ? texts.autopay : null,
          consent_texts: texts,
        }
        const { email, lead_token } = lead
        try {
          await api['PATCH /api/public/signup/{code}/lead/consents']({
            params: { code },
            body: { email, lead_token, ...sentBy(), ...consents },
          })
          // What the wizard gathered is finished before anybody leaves for the sign-in page: closing the tab there loses nothing.
          await api['POST /api/public/signup/{code}']({
            params: { code },
            body: { email, lead_token, ...wishesOf(lead), ...consents },
          })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'estimate_changed') {
            setAutopay(false)
            await queryClient.invalidateQueries({
              queryKey: offerQuery(place, lead_token).queryKey,
            })
          }
          throw error
        }
      }}
      saved={done}
    >
      {noPrice ? (
        <Text>{refusalText(noPrice)}</Text>
      ) : (
        <Charges text={texts.autopay} {...{ autopay, setAutopay, oneoffs, setOneoffs }} />
      )}
      <Checkbox
        label={texts.sms}
        checked={sms}
        onChange={(event) => setSms(event.currentTarget.checked)}
        size="md"
      />
      <Disclosure />
    </StepForm>
  )
}

type ChargesProps = {
  text: string
  autopay: boolean
  setAutopay: (yes: boolean) => void
  oneoffs: boolean
  setOneoffs: (yes: boolean) => void
}

/** The consent to automatic charges, and the two boxes under it. */
function Charges({ text, autopay, setAutopay, oneoffs, setOneoffs }: ChargesProps) {
  const words = useWords(signupWords)
  return (
    <>
      <Text fz="sm">{text}</Text>
      <Checkbox
        label={words.autocharge}
        checked={autopay}
        onChange={(event) => setAutopay(event.currentTarget.checked)}
        size="md"
      />
      <Checkbox
        ml="xl"
        label={words.oneoffs}
        checked={autopay && oneoffs}
        disabled={!autopay}
        onChange={(event) => setOneoffs(event.currentTarget.checked)}
        size="md"
      />
    </>
  )
}

function Disclosure() {
  const words = useWords(signupWords)
  return (
    <Text c="dimmed" fz="sm">
      {words.disclosure} {words.seeThe}{' '}
      <Anchor href="/legal/terms" target="_blank" underline="always" inherit>
        {words.terms}
      </Anchor>{' '}
      {words.andThe}{' '}
      <Anchor href="/legal/privacy" target="_blank" underline="always" inherit>
        {words.privacy}
      </Anchor>
      .
    </Text>
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
  ...(lead.service_frequency
    ? { service_frequency: lead.service_frequency as SignupFrequency }
    : {}),
})
