import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { autopayRules } from '../../../domain/money/autopay.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { hasRole, type Role, workRoles } from '../../../domain/base/roles.ts'
import { autochargeConsent, estimatedTotal } from '../../../domain/flows/signup.ts'
import { currentUser } from '../../app/auth.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { meQuery } from '../../app/me.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CardForm, type SavedCard } from '../../shared/money/CardForm.tsx'
import {
  claimKey,
  leadQuery,
  offerQuery,
  pathOf,
  rememberCard,
  rememberedLead,
  usePlace,
  type Place,
} from '../../shared/wizard/place.ts'
import { SignupFrame, type BusinessView } from './SignupFrame.tsx'
import { currentLocale } from '../../app/locale.ts'
import { useWords } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'

const payers: readonly Role[] = ['user', ...workRoles]

type Admission =
  | { kind: 'login' | 'unauthorized' | 'elsewhere' }
  | { kind: 'staff'; text: string }
  | { kind: 'done'; to: string }
  | { kind: 'form'; business: BusinessView | null; token: string | null }

/** The card page of a sign-up. A person who arrives from sign-in becomes the customer here, before anything checks a role. */
export default function SignupPay() {
  const words = useWords(signupWords)
  const place = usePlace()
  const router = useRouter()
  // The address on arrival. While leaving for sign-in this page is still mounted and would return to the sign-in page.
  const [href] = useState(() => router.state.location.href)
  const queryClient = useQueryClient()
  const admission = useQuery({
    queryKey: ['signup-admission', pathOf(place)],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnMount: 'always',
    retry: false,
    queryFn: () => admit(place, queryClient),
  })
  const answer = admission.data

  useEffect(() => {
    if (answer?.kind === 'login')
      void router.navigate({
        href: `/login?next=${encodeURIComponent(href)}&screen=signup&flow=signup`,
        replace: true,
      })
    if (answer?.kind === 'unauthorized')
      void router.navigate({ href: '/unauthorized', replace: true })
    if (answer?.kind === 'elsewhere') void router.navigate({ href: pathOf(place), replace: true })
    if (answer?.kind === 'done') void router.navigate({ href: answer.to, replace: true })
  }, [answer, href, place, router])

  return (
    <SignupFrame
      title={words.addMethod}
      step={null}
      organization={answer?.kind === 'form' ? answer.business : null}
    >
      {admission.error ? (
        <Stack>
          <Failure
            text={errorText(admission.error)}
            retry={() => void admission.refetch()}
            busy={admission.isFetching}
          />
          <Text>
            <Anchor href="/support" underline="always" display="inline-block" py={10}>
              {words.contactSupport}
            </Anchor>
          </Text>
        </Stack>
      ) : answer?.kind === 'staff' ? (
        <Stack>
          <Notice>{answer.text}</Notice>
          <Button component="a" href="/app">
            {words.goToDashboard}
          </Button>
        </Stack>
      ) : answer?.kind === 'form' ? (
        <SignupCard
          place={place}
          organization={answer.business?.name ?? null}
          token={answer.token}
        />
      ) : (
        <>
          <Text component="output" display="block" mb="sm">
            {words.checking}
          </Text>
          <Bars rows={2} height={48} />
        </>
      )}
    </SignupFrame>
  )
}

/** Makes the signed-in person the customer of their own sign-up, then looks whether they may be here. */
async function admit(place: Place, cache: ReturnType<typeof useQueryClient>): Promise<Admission> {
  const token = rememberedLead(place)
  // A wrong code is said on the first page, before anybody makes an account for it.
  if (!(await currentUser()))
    return { kind: (await isUnknown(place, token, cache)) ? 'elsewhere' : 'login' }
  // A person with a role and no sign-up has nothing to claim; one with neither may still hold the sign-up's cookie.
  const known = token ? null : await cache.fetchQuery({ ...meQuery, staleTime: 0 })
  const claim = known?.roles.length ? noClaim : await claimed(token)
  if ('staff' in claim) return { kind: 'staff', text: claim.staff }
  cache.removeQueries({ queryKey: claimKey(token) })
  const me = await cache.fetchQuery({ ...meQuery, staleTime: 0 })
  if (!hasRole(me.roles, payers)) return { kind: 'unauthorized' }
  if (claim.next === 'postauth_name') return { kind: 'done', to: pathOf(place) }
  if (claim.next === 'done') return { kind: 'done', to: '/app' }
  const offer = await cache.fetchQuery(offerQuery(place, token)).catch(() => null)
  // Without a sign-up of their own, only those who belong here already save a card here.
  const here = claim.organization_id ?? offer?.organization.id
  if (here !== me.organization_id) return { kind: 'elsewhere' }
  return {
    kind: 'form',
    business: offer?.organization ?? (me.organization_name ? { name: me.organization_name } : null),
    token: claim.organization_id ? token : null,
  }
}

const isUnknown = (
  place: Place,
  token: string | null,
  cache: ReturnType<typeof useQueryClient>,
): Promise<boolean> =>
  cache.fetchQuery({ ...offerQuery(place, token), retry: false }).then(
    () => false,
    (fault: unknown) => fault instanceof ApiError && fault.status === 404,
  )

type Claim =
  | { staff: string }
  | { next: 'pay' | 'postauth_name' | 'done' | null; organization_id: string | null }
const noClaim: Claim = { next: null, organization_id: null }

async function claimed(token: string | null): Promise<Claim> {
  const answer = await api['POST /api/users/signup/claim'].safe({
    body: token ? { lead_token: token } : {},
    timeout_ms: 7000,
  })
  if (answer.ok) return answer.data
  if (answer.error.code === 'staff_here') return { staff: answer.error.message }
  // Without a sign-up, a customer or a member of staff may still save a card.
  if (answer.error.status === 404) return noClaim
  throw answer.error
}

function SignupCard({
  place,
  organization,
  token,
}: {
  place: Place
  organization: string | null
  token: string | null
}) {
  const words = useWords(signupWords)
  const router = useRouter()
  const offer = useQuery(offerQuery(place, token))
  const lead = useQuery({
    ...leadQuery(place, offer.data?.code ?? '', token),
    enabled: token !== null && offer.data !== undefined,
  })
  const isResuming = token !== null
  const cap_cents = estimatedTotal(
    offer.data?.services ?? [],
    (lead.data?.services_selected ?? []).map((service) => service.key),
    lead.data?.tax_ppm,
  )
  const limit = formatCents(cap_cents)
  const next = isResuming ? pathOf(place) : `${pathOf(place)}/done`
  const goOn = () => void router.navigate({ href: next })
  const wantsAutopay =
    lead.data?.autopay_authorized === true && autopayRules.agree({ cap_cents }) === null

  const saved = async (card: SavedCard) => {
    rememberCard(place, 'saved')
    const autopay = wantsAutopay && !card.pending_verification && organization !== null
    await keepWishes({
      invoice_email_opt_in: card.invoice_email,
      ...(autopay
        ? {
            autopay_enabled: true,
            autopay_oneoffs: lead.data?.autopay_oneoffs === true,
            consent: {
              accepted: true,
              text: autochargeConsent(
                { organization, limit },
                lead.data?.locale ?? currentLocale(),
              ),
            },
          }
        : {}),
    })
    // What is said about a bank account wants to be read.
    if (!card.pending_verification) setTimeout(goOn, 400)
  }
  const later = () => {
    rememberCard(place, 'later')
    void router.navigate({ href: isResuming ? pathOf(place) : '/app' })
  }
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {organization ? `${words.keepsIt(organization)} ` : ''}
        {words.nothingToday}
        {wantsAutopay ? ` ${words.capped(limit)}` : ''}
      </Text>
      <CardForm
        organization={organization}
        asksForInvoiceEmail
        namesSupport
        onSaved={saved}
        onContinue={goOn}
        aside={
          <Button type="button" variant="subtle" size="md" onClick={later}>
            {words.notNow}
          </Button>
        }
      />
    </Stack>
  )
}

/** The card is saved already; what was agreed to is on the server since the disclosures, so a failure here costs one repeat and no more. */
async function keepWishes(
  body: Parameters<(typeof api)['PATCH /api/users/billing-settings']>[0]['body'],
): Promise<void> {
  for (let tries = 0; tries < 2; tries++) {
    const answer = await api['PATCH /api/users/billing-settings'].safe({ body, timeout_ms: 7000 })
    if (
      answer.ok ||
      (answer.error instanceof ApiError && answer.error.status >= 400 && answer.error.status < 500)
    )
      return
  }
}
