import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { landingAfterAccept } from '../../../domain/invitation.ts'
import { roleLabel, type Role } from '../../../domain/roles.ts'
import { clearFlow, currentUser, signIn } from '../../auth.ts'
import { api, ApiError, errorText } from '../../client.ts'
import { meQuery } from '../../me.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'

const route = getRouteApi('/public/invite/accept')

/** Lets a person invited to the staff see who invited them, sign in, and accept. */
export default function AcceptInvite() {
  const { code } = route.useSearch()
  return <Frame>{code ? <Offer code={code} /> : <Refusal text="Missing code" />}</Frame>
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Stack gap="md" mx="auto" px="md" py="xl" maw={520} w="100%">
    <Title order={1} ta="center">
      Your invitation
    </Title>
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} shadow="sm" bg="var(--fh-surface)">
      {children}
    </Paper>
  </Stack>
)

const Refusal = ({ text }: { text: string }) => (
  <Stack>
    <Failure text={text} />
    <Text c="dimmed">Ask the person who invited you for a new link.</Text>
    <Anchor href="/app" underline="always">
      Go to Fieldhive
    </Anchor>
  </Stack>
)

function Offer({ code }: { code: string }) {
  const signedIn = useQuery({
    queryKey: ['signed in'],
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
            ? 'Invalid or expired invite'
            : errorText(offer.error, 'Invalid or expired invite')
        }
      />
    )
  const { organization_name, role, email, expires_at } = offer.data
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>Join {organization_name}</Title>
        <Text mt={4}>
          You are invited to work with <strong>{organization_name}</strong> as{' '}
          <strong>{roleLabel(role as Role)}</strong>.
        </Text>
        <Text c="dimmed" fz="sm" mt="xs">
          {[email && `Sent to ${email}`, expires_at && `good until ${momentLabel(expires_at)}`]
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
    toast.failed(error, 'Login failed.'),
  )

function SignInFirst({ code, sentTo }: { code: string; sentTo: string | null }) {
  // A masked address is a reminder, not something to prefill.
  const hint = sentTo && !sentTo.includes('•') ? sentTo : undefined
  return (
    <Stack gap="sm">
      <Text>Sign in to accept. {sentTo && `Use the address it was sent to, ${sentTo}.`}</Text>
      <Group grow preventGrowOverflow={false}>
        <Button size="md" onClick={() => leave(code, { screen: 'signup', hint })}>
          Create account
        </Button>
        <Button size="md" variant="default" onClick={() => leave(code, { screen: 'login', hint })}>
          Log in
        </Button>
      </Group>
    </Stack>
  )
}

function Claim({ code, here }: { code: string; here: string }) {
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
          title={errorText(claim.error, 'Failed to accept invite')}
        >
          {isOther && `You are signed in as ${here}.`}
        </Alert>
      )}
      {!isOther && (
        <Text fz="sm" c="dimmed">
          Signed in as {here}
        </Text>
      )}
      <Group grow preventGrowOverflow={false}>
        {!isOther && (
          <Button size="md" loading={claim.isPending} onClick={() => claim.mutate()}>
            Accept invitation
          </Button>
        )}
        <Button
          size="md"
          variant={isOther ? 'filled' : 'default'}
          onClick={() => leave(code, { screen: 'login', shows_form: true })}
        >
          Use another account
        </Button>
      </Group>
    </Stack>
  )
}
