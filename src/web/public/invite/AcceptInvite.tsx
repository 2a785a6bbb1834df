import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { landingAfterAccept } from '../../../domain/people/invitation.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { currentUser, signIn } from '../../app/auth.ts'
import { clearFlow } from '../../app/sign-in-journey.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { meQuery } from '../../app/me.ts'
import { invitationWords } from '../../../words/en/invitations.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useWords, wordsNow } from '../../app/words.ts'

const route = getRouteApi('/public/invite/accept')

/** Lets a person invited to the staff see who invited them, sign in, and accept. */
export default function AcceptInvite() {
  const { code } = route.useSearch()
  const words = useWords(invitationWords)
  return <Frame>{code ? <Offer code={code} /> : <Refusal text={words.missingCode} />}</Frame>
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Stack gap="md" mx="auto" px="md" py="xl" maw={520} w="100%">
    <Title order={1} ta="center">
      {useWords(invitationWords).yours}
    </Title>
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} shadow="sm" bg="var(--fh-surface)">
      {children}
    </Paper>
  </Stack>
)

function Refusal({ text }: { text: string }) {
  const words = useWords(invitationWords)
  return (
    <Stack>
      <Failure text={text} />
      <Text c="dimmed">{words.askForLink}</Text>
      <Anchor href="/app" underline="always">
        {words.goToProduct}
      </Anchor>
    </Stack>
  )
}

function Offer({ code }: { code: string }) {
  const words = useWords(invitationWords)
  const signedIn = useQuery({
    queryKey: ['signed_in'],
    queryFn: async () => ((await currentUser())?.profile.email ?? '') || null,
    retry: false,
  })
  const offer = useQuery({
    ...api['GET /api/public/invitations/{code}'].query({ params: { code } }),
    enabled: !signedIn.isPending,
    retry: false,
    staleTime: Infinity,
  })
  if (offer.isPending) return <Bars rows={2} />
  if (offer.error)
    return (
      <Refusal
        text={
          offer.error instanceof ApiError && offer.error.status === 404
            ? words.invalid
            : errorText(offer.error, words.invalid)
        }
      />
    )
  const { organization_name, role, email, expires_at } = offer.data
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{words.join(organization_name)}</Title>
        <Text mt={4}>
          {words.invitedTo} <strong>{organization_name}</strong> {words.as}{' '}
          <strong>{words.role(role as Role)}</strong>.
        </Text>
        <Text c="dimmed" fz="sm" mt="xs">
          {[email && words.sentTo(email), expires_at && words.goodUntil(momentLabel(expires_at))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {signedIn.data ? (
        <Claim code={code} here={signedIn.data} />
      ) : (
        <SignInFirst code={code} sentTo={email} />
      )}
    </Stack>
  )
}

const pathOf = (code: string): string => `/invite/accept?code=${encodeURIComponent(code)}`
const leave = (code: string, options: Parameters<typeof signIn>[0]) =>
  void signIn({ next: pathOf(code), flow: 'invite', ...options }).catch((error: unknown) =>
    toast.failed(error, wordsNow(invitationWords).loginFailed),
  )

function SignInFirst({ code, sentTo }: { code: string; sentTo: string | null }) {
  const words = useWords(invitationWords)
  // A masked address is a reminder, not something to prefill.
  const hint = sentTo && !sentTo.includes('•') ? sentTo : undefined
  return (
    <Stack gap="sm">
      <Text>{words.signInToAccept(sentTo)}</Text>
      <Group grow preventGrowOverflow={false}>
        <Button size="md" onClick={() => leave(code, { screen: 'signup', hint })}>
          {words.createAccount}
        </Button>
        <Button size="md" variant="default" onClick={() => leave(code, { screen: 'login', hint })}>
          {words.logIn}
        </Button>
      </Group>
    </Stack>
  )
}

function Claim({ code, here }: { code: string; here: string }) {
  const words = useWords(invitationWords)
  const router = useRouter()
  const cache = useQueryClient()
  const claim = useMutation({
    mutationFn: () => api['POST /api/public/invitations/{code}/claim']({ params: { code } }),
    onSuccess: async ({ role }) => {
      clearFlow()
      // Roles have changed, so the cache is outdated.
      cache.clear()
      await cache.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)
      await router.navigate({ href: landingAfterAccept(role), replace: true })
    },
  })
  const isOther = claim.error instanceof ApiError && claim.error.code === 'other_email'
  return (
    <Stack gap="sm">
      {claim.error && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={errorText(claim.error, words.acceptFailed)}
        >
          {isOther && words.otherAccount(here)}
        </Alert>
      )}
      {!isOther && (
        <Text fz="sm" c="dimmed">
          {words.signedInAs(here)}
        </Text>
      )}
      <Group grow preventGrowOverflow={false}>
        {!isOther && (
          <Button size="md" loading={claim.isPending} onClick={() => claim.mutate()}>
            {words.accept}
          </Button>
        )}
        <Button
          size="md"
          variant={isOther ? 'filled' : 'default'}
          onClick={() => leave(code, { screen: 'login', shows_form: true })}
        >
          {words.useAnother}
        </Button>
      </Group>
    </Stack>
  )
}
