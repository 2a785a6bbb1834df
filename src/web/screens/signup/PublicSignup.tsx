import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { stateLetters, zipDigits } from '../../../domain/contact.ts'
import { formatCents } from '../../../domain/money.ts'
import { estimatedTotal, showsPrice, SignupInput } from '../../../domain/signup.ts'
import { api, ApiError, errorText } from '../../client.ts'
import { bySchema, useActionForm } from '../../ui/action-form.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { useZipLookup } from '../../ui/zip-lookup.ts'
import { Notice } from '../pay/Notice.tsx'
import { offerQuery, usePlace, type Offer } from './place.ts'
import { SignupFrame } from './SignupFrame.tsx'

/** The whole sign-up on one page, for links on other sites: no account and no card yet. */
export default function PublicSignup() {
  const place = usePlace()
  const offer = useQuery(offerQuery(place, null))
  const [isSent, setSent] = useState(false)
  const organization = offer.data?.organization.name
  return (
    <SignupFrame title={organization ? `Sign up with ${organization}` : 'Sign up'} step={null} organization={null}>
      {offer.data ? (
        isSent ? (
          <Stack component="output" align="center" ta="center" py="md">
            <CircleCheck size={40} color="var(--mantine-color-anchor)" aria-hidden />
            <Text fw={650} fz="lg">
              Thanks! {organization} has your details and will be in touch.
            </Text>
          </Stack>
        ) : (
          <Form offer={offer.data} sent={() => setSent(true)} />
        )
      ) : offer.error ? (
        offer.error instanceof ApiError && offer.error.status !== 404 && offer.error.status !== 409 ? (
          <Failure text={errorText(offer.error)} retry={() => void offer.refetch()} />
        ) : (
          <Alert color="red" variant="light" role="alert">
            Invalid or expired invitation.
          </Alert>
        )
      ) : (
        <Bars rows={3} height={64} />
      )}
    </SignupFrame>
  )
}

const signupBody = (offer: Offer, { services, phone_number, name, ...rest }: Values) => ({
  ...rest,
  name: name.trim() || null,
  phone_number: phone_number.trim() || null,
  services_selected: offer.services.filter(({ key }) => services.includes(key)).map(({ key, price_cents }) => ({ key, price_cents })),
})

type Values = { services: string[]; name: string; email: string; phone_number: string; street: string; city: string; state: string; zip: string }
const empty: Values = { services: [], name: '', email: '', phone_number: '', street: '', city: '', state: '', zip: '' }

function Form({ offer, sent }: { offer: Offer; sent: () => void }) {
  const form = useActionForm<Values, unknown>({
    initialValues: empty,
    validate: (values) => bySchema(SignupInput)(signupBody(offer, values)),
    failure: 'Signup failed',
    send: (values) => api['POST /api/public/signup/{code}']({ params: { code: offer.code }, body: signupBody(offer, values) }),
    sent,
  })
  const zip = useZipLookup((found) => form.setValues(found))
  const { services } = form.values
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="lg">
        <Checkbox.Group label="Services" {...form.getInputProps('services')}>
          <Stack gap="xs" mt={6}>
            {offer.services.length === 0 && <Text>No services are currently offered.</Text>}
            {offer.services.map((service) => (
              <Checkbox
                key={service.key}
                value={service.key}
                size="md"
                label={showsPrice(service.price_cents) ? `${service.label} — ${formatCents(service.price_cents)}` : service.label}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {services.length > 0 && (
          <Text component="output" fw={600}>
            Estimated per-visit total: {formatCents(estimatedTotal(offer.services, services))}
          </Text>
        )}
        <Fieldset legend="Contact">
          <TextInput label="Full name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone_number')} />
        </Fieldset>
        <Fieldset legend="Address">
          <TextInput label="Street" autoComplete="address-line1" {...form.getInputProps('street')} />
          <TextInput
            label="ZIP"
            inputMode="numeric"
            autoComplete="postal-code"
            {...form.getInputProps('zip')}
            onChange={(event) => {
              const next = zipDigits(event.currentTarget.value)
              form.setFieldValue('zip', next)
              void zip.look(next, form.values)
            }}
          />
          {zip.note && <Notice>{zip.note}</Notice>}
          <Group grow align="flex-start">
            <TextInput
              label="City"
              autoComplete="address-level2"
              {...form.getInputProps('city')}
              onChange={(event) => {
                zip.touch('city')
                form.setFieldValue('city', event.currentTarget.value)
              }}
            />
            <TextInput
              label="State"
              autoComplete="address-level1"
              {...form.getInputProps('state')}
              onChange={(event) => {
                zip.touch('state')
                form.setFieldValue('state', stateLetters(event.currentTarget.value))
              }}
            />
          </Group>
        </Fieldset>
        {form.problem && (
          <Alert color="red" variant="light" role="alert">
            {form.problem}
          </Alert>
        )}
        <Button type="submit" size="md" loading={form.sending}>
          Submit
        </Button>
        <Text c="dimmed" fz="sm">
          We ask for a payment method later, never here. You confirm that you are at least 18 years old.
        </Text>
      </Stack>
    </form>
  )
}

const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
    <Text component="legend" fw={650} mb={6} p={0}>
      {legend}
    </Text>
    <Stack gap="sm">{children}</Stack>
  </fieldset>
)
