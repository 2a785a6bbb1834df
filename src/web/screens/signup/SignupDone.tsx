import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BillingSettings } from '../../../domain/autopay.ts'
import { chargeDayText } from '../../../domain/autopay.ts'
import { formatCents } from '../../../domain/money.ts'
import { estimatedTotal } from '../../../domain/signup.ts'
import { api } from '../../client.ts'
import { meQuery } from '../../me.ts'
import { Bars } from '../../ui/Page.tsx'
import { leadQuery, offerQuery, pathOf, rememberedLead, usePlace, useSignedIn } from './place.ts'
import { SignupFrame } from './SignupFrame.tsx'

/** The end of a sign-up: what was agreed, and where to go from here. */
export default function SignupDone() {
  const place = usePlace()
  const token = rememberedLead(place)
  const signedIn = useSignedIn()
  const offer = useQuery(offerQuery(place, token))
  const lead = useQuery({ ...leadQuery(place, offer.data?.code ?? '', token), enabled: token !== null && offer.data !== undefined })
  const me = useQuery({ ...meQuery, enabled: signedIn === true })
  const settings = useQuery({ ...api['GET /api/users/billing-settings'].query(), enabled: me.data?.roles.includes('user') === true })
  const organization = offer.data?.organization.name ?? me.data?.organization_name
  const chosen = lead.data?.services_selected.map((service) => service.key)
  return (
    <SignupFrame title="You're all set!" step={null} organization={null}>
      <Stack gap="lg">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <CircleCheck size={28} color="var(--mantine-color-anchor)" style={{ flex: 'none' }} aria-hidden />
          <Text>
            {organization ? `Thank you for signing up with ${organization}.` : 'Thank you for signing up.'} They will be in touch about your first service.
          </Text>
        </Group>
        {offer.isPending ? (
          <Bars rows={1} height={96} />
        ) : (
          <Stack component="dl" gap="sm" m={0}>
            {(settings.data ?? lead.data) && <Line term="Autopay">{autopayText(settings.data, lead.data?.autopay_authorized === true)}</Line>}
            {chosen && <Line term="Estimated services total">{formatCents(estimatedTotal(offer.data?.services ?? [], chosen))} per visit</Line>}
            <Line term="Your sign-up page">
              <Anchor href={pathOf(place)} underline="always" inherit style={{ overflowWrap: 'anywhere' }}>
                {pathOf(place)}
              </Anchor>
            </Line>
          </Stack>
        )}
        <Stack gap="xs">
          <Button component="a" href="/app/user/invoices" size="md">
            Go to my account
          </Button>
          <Button component="a" href="/" variant="subtle" size="md">
            Home
          </Button>
        </Stack>
      </Stack>
    </SignupFrame>
  )
}

/** A card put off, or a bank account that waits for its verification, takes nothing back of what was agreed to. */
function autopayText(settings: BillingSettings | undefined, authorized: boolean): string {
  if (settings?.autopay_enabled) return `On; charged ${chargeDayText(settings.preferred_charge_day, settings.customer_due_day)} of the month`
  return authorized && !settings?.has_default_pm ? 'Authorized; it begins once a payment method is ready' : 'Off'
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <Text component="dt" c="dimmed" fz="sm">
      {term}
    </Text>
    <Text component="dd" m={0} fw={600}>
      {children}
    </Text>
  </div>
)
