import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { BillingSettings } from '../../../domain/money/autopay.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { estimatedTotal } from '../../../domain/flows/signup.ts'
import { api } from '../../app/client.ts'
import { meQuery, type Me } from '../../app/me.ts'
import { Bars } from '../../ui/Page.tsx'
import { longDayLabel } from '../../ui/when.ts'
import {
  leadQuery,
  offerQuery,
  pathOf,
  rememberedLead,
  usePlace,
  useSignedIn,
  type Lead,
  type Offer,
} from '../../shared/wizard/place.ts'
import { SignupFrame, type BusinessView } from './SignupFrame.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'
import { homeQuery } from '../../shared/home-query.ts'

/** The end of a sign-up: what was agreed, and where to go from here. A person who has not finished is led to their step. */
export default function SignupDone() {
  const words = useWords(signupWords)
  const place = usePlace()
  const router = useRouter()
  const path = pathOf(place)
  const token = rememberedLead(place)
  const signedIn = useSignedIn()
  const offer = useQuery(offerQuery(place, token))
  const lead = useQuery({
    ...leadQuery(place, offer.data?.code ?? '', token),
    enabled: token !== null && offer.data !== undefined,
  })
  const me = useQuery({ ...meQuery, enabled: signedIn === true })
  const isKnown =
    signedIn !== undefined &&
    !offer.isPending &&
    !(signedIn && me.isPending) &&
    !(offer.data && token && lead.isPending)
  // The invitation may have been used up or revoked; its customer stays a customer.
  const here = offer.data?.organization.id ?? me.data?.organization_id
  const membership = me.data?.memberships.find((one) => one.organization_id === here)
  const isUnderWay = !membership && (lead.data !== undefined || offer.error !== null)

  useEffect(() => {
    if (isKnown && isUnderWay) void router.navigate({ href: path, replace: true })
  }, [isKnown, isUnderWay, path, router])

  if (!isKnown || isUnderWay) {
    return (
      <SignupFrame
        title={words.yourSignup}
        step={null}
        organization={offer.data?.organization ?? null}
      >
        <Bars rows={2} />
      </SignupFrame>
    )
  }
  if (!membership || !me.data)
    return (
      <NotYet
        organization={offer.data?.organization ?? null}
        path={path}
        signedIn={me.data !== undefined}
      />
    )
  return (
    <Summary
      me={me.data}
      isCustomer={membership.role === 'user'}
      path={path}
      offer={offer.data}
      lead={lead.data}
    />
  )
}

/** A person who never signed up, or did so on another device and is signed out here. */
function NotYet({
  organization,
  path,
  signedIn,
}: {
  organization: BusinessView | null
  path: string
  signedIn: boolean
}) {
  const words = useWords(signupWords)
  return (
    <SignupFrame step={null} organization={organization}>
      <Stack gap="lg">
        <Text>
          {words.summaryHere(organization?.name ?? null)}
          {!signedIn && ` ${words.logInToSee}`}
        </Text>
        <Stack gap="xs">
          <Button component="a" href={path} size="md">
            {words.signUp}
          </Button>
          {!signedIn && (
            <Button
              component="a"
              href={`/login?next=${encodeURIComponent(`${path}/done`)}`}
              variant="default"
              size="md"
            >
              {words.logIn}
            </Button>
          )}
        </Stack>
      </Stack>
    </SignupFrame>
  )
}

type SummaryProps = {
  me: Me
  isCustomer: boolean
  path: string
  offer: Offer | undefined
  lead: Lead | undefined
}

function Summary({ me, isCustomer, path, offer, lead }: SummaryProps) {
  const words = useWords(signupWords)
  const isHere = me.organization_id === (offer?.organization.id ?? me.organization_id)
  const settings = useQuery({
    ...api['GET /api/users/billing-settings'].query(),
    enabled: isHere && me.roles.includes('user'),
  })
  const home = useQuery({ ...homeQuery, enabled: isHere && me.roles.includes('user') }).data
  const organization = offer?.organization.name ?? me.organization_name
  const chosen = lead?.services_selected.map((service) => service.key)
  return (
    <SignupFrame title={words.allSet} step={null} organization={offer?.organization ?? null}>
      <Stack gap="lg">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <CircleCheck
            size={28}
            color="var(--mantine-color-anchor)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <Text>{isCustomer ? words.thanks(organization) : words.nothingLeft(organization)}</Text>
        </Group>
        <Stack component="dl" gap="sm" m={0}>
          {home?.reply_by && (
            <Line term={words.next}>
              {words.hearsBy(home.business.name, longDayLabel(home.reply_by))}
            </Line>
          )}
          {(settings.data ?? lead) && (
            <Line term={words.autopay}>
              {autopayText(settings.data, lead?.autopay_authorized === true)}
            </Line>
          )}
          {chosen && (
            <Line term={words.estimatedTotal}>
              {words.perVisit(
                formatCents(estimatedTotal(offer?.services ?? [], chosen, lead?.tax_ppm)),
              )}
            </Line>
          )}
          <Line term={words.yourPage}>
            <Anchor href={path} underline="always" inherit style={{ overflowWrap: 'anywhere' }}>
              {path}
            </Anchor>
          </Line>
        </Stack>
        <Stack gap="xs">
          <Button component="a" href={isCustomer ? '/app/user/invoices' : '/app'} size="md">
            {words.goToAccount}
          </Button>
          <Button component="a" href="/" variant="subtle" size="md">
            {words.home}
          </Button>
        </Stack>
      </Stack>
    </SignupFrame>
  )
}

/** A card put off, or a bank account that waits for its verification, takes nothing back of what was agreed to. */
function autopayText(settings: BillingSettings | undefined, authorized: boolean): string {
  const words = wordsNow(signupWords)
  if (settings?.autopay_enabled) return words.autopayOn(settings.preferred_charge_day)
  return authorized && !settings?.has_default_pm ? words.autopayLater : words.off
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
