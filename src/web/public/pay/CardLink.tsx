import { Alert, Anchor, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { CardPage } from '../../../api/card-page.ts'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { invoiceNumber } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { withWallet } from '../../../domain/money/payment.ts'
import { api, errorText } from '../../app/client.ts'
import { spoken, useWords, wordsNow } from '../../app/words.ts'
import { FieldBars } from '../../shared/money/FieldBars.tsx'
import { loadProvider } from '../../shared/money/provider.ts'
import { beginWork, confirmedOf, returnedSetup, type Setup } from '../../shared/money/setup.ts'
import { Bars, BusinessHead, Failure } from '../../ui/Page.tsx'
import { DeadLink } from './DeadLink.tsx'
import { payWords } from '../../../words/en/pay.ts'

const ProviderForm = lazy(() => import('../../shared/money/ProviderForm.tsx'))

const pollMs = 1500

/** Behind the link in the letter of a failed charge: another card in its place, which is charged at once. */
export default function CardLink() {
  const { token = '' } = useParams({ strict: false })
  const page = useQuery({
    ...api['GET /api/public/card/{token}'].query({ params: { token } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.invoice.status === 'processing' ? pollMs : false),
  })
  return (
    <Stack gap="md" mx="auto" px="md" py="lg" maw={520} w="100%">
      {page.error && !page.data ? (
        <DeadLink error={page.error} retry={() => void page.refetch()} />
      ) : page.data ? (
        <Shown token={token} page={page.data} reload={() => page.refetch()} />
      ) : (
        <Bars rows={2} height={140} />
      )}
    </Stack>
  )
}

type Props = { token: string; page: CardPage; reload: () => Promise<unknown> }

function Shown({ token, page, reload }: Props) {
  const words = useWords(payWords)
  return (
    <>
      <BusinessHead {...page.organization} />
      {page.sandbox && (
        <Text fz="sm" c="dimmed" ta="center">
          {words.sandbox}
        </Text>
      )}
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} bg="var(--fh-surface)">
        {page.reason === null ? (
          <Replace token={token} page={page} reload={reload} />
        ) : (
          <Outcome page={page} />
        )}
      </Paper>
      <Contact page={page} />
    </>
  )
}

function Replace({ token, page, reload }: Props) {
  const words = useWords(payWords)
  const { invoice, card, autopay } = page
  const amount = formatCents(invoice.balance_cents)
  const name = card
    ? withWallet(card.wallet, words.cardEnding(brandOf(card.brand) ?? words.yourCard, card.last4))
    : words.yourCard
  return (
    <Stack gap="md">
      <div>
        <Title order={1} mt={2}>
          {words.replaceTitle}
        </Title>
        <Text mt="xs">{words.replaceText(amount, invoiceNumber(invoice), name)}</Text>
        <Text mt="xs" c="dimmed">
          {words.chargedNow(amount)} {autopay && words.autopayGoesOn}
        </Text>
      </div>
      <NewCard token={token} page={page} button={words.replaceAndPay(amount)} reload={reload} />
      <Anchor href={page.pay_url} className="fh-own-line" underline="always" ta="center">
        {words.payOnce}
      </Anchor>
    </Stack>
  )
}

const brandOf = (brand: string | null) => brand && brand.slice(0, 1).toUpperCase() + brand.slice(1)

type State = { kind: 'loading' } | { kind: 'ready'; setup: Setup } | { kind: 'lost'; text: string }

/** The provider's fields; what they save takes the old card's place. */
function NewCard({ token, page, button, reload }: Props & { button: string }) {
  const words = useWords(payWords)
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const { publishable_key, script_url, account_id } = page
  useEffect(() => {
    const begin = async () => {
      if (takeReturn()) return finish(token)
      const [{ client_secret }, stripe] = await Promise.all([
        api['POST /api/public/card/{token}/setup']({
          params: { token },
          body: {},
          timeout_ms: 15_000,
        }),
        loadProvider({ publishable_key, script_url, account_id }),
      ])
      return client_secret === null ? null : { client_secret, stripe, wallets: page.wallets }
    }
    return beginWork(
      begin,
      (setup) => (setup ? setState({ kind: 'ready', setup }) : void reload()),
      (error) => setState({ kind: 'lost', text: errorText(error) }),
    )
    // The page's own repeats bring new objects with the same keys; the setup is asked for once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [token, publishable_key, script_url, account_id, attempt])
  if (state.kind === 'lost')
    return <Failure text={state.text} retry={() => setAttempt((n) => n + 1)} />
  if (state.kind === 'loading') return <FieldBars />
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<string | null> => {
    const made = confirmedOf(
      await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.origin + location.pathname },
      }),
      { refused: words.cardRefused, incomplete: words.checkCard },
    )
    if (typeof made === 'string') return made
    await finish(token)
    await reload()
    return null
  }
  return (
    <Suspense fallback={<FieldBars />}>
      <ProviderForm
        {...state.setup}
        button={button}
        busyButton={words.paying}
        failure={words.notConfirmed}
        confirm={confirm}
        onLost={(text) => setState({ kind: 'lost', text })}
        fullWidth
      />
    </Suspense>
  )
}

/** A bank that asked for its own page sends people back here with the setup in the address. */
function takeReturn(): boolean {
  const returned = returnedSetup(location.href)
  if (returned) history.replaceState(history.state, '', returned.rest)
  return returned !== null
}

async function finish(token: string): Promise<null> {
  const { saved, message } = await api['POST /api/public/card/{token}/saved']({
    params: { token },
    body: {},
    timeout_ms: 15_000,
  })
  if (!saved) throw new Error(message ? spoken(message) : wordsNow(payWords).cardRefused)
  return null
}

/** What came of the link. */
function Outcome({ page }: { page: CardPage }) {
  const words = useWords(payWords)
  const { invoice, organization, is_used, problem, reason } = page
  const ok = <CircleCheck size={40} color="var(--mantine-color-anchor)" aria-hidden />
  if (invoice.status === 'paid')
    return (
      <Banner icon={ok} title={words.paidTitle}>
        {words.paidText(organization.name, formatCents(invoice.paid_cents))} {words.receiptComes}
      </Banner>
    )
  if (invoice.status === 'processing')
    return (
      <Banner icon={<Loader size={32} aria-hidden />} title={words.charging}>
        {words.chargingText}
      </Banner>
    )
  if (!is_used)
    return (
      <Banner icon={<CircleX size={40} aria-hidden />} title={words.notPayable}>
        {reason && spoken(reason)}
      </Banner>
    )
  return (
    <Stack gap="md">
      <Banner icon={ok} title={words.cardSavedTitle}>
        {words.cardSavedText}
      </Banner>
      {problem && invoice.balance_cents > 0 && (
        <>
          <Alert
            color="red"
            variant="light"
            role="alert"
            title={invoice.status === 'failed' ? words.declinedAgain : words.notTried}
          >
            {spoken(problem)}
          </Alert>
          <Button component="a" href={page.pay_url} size="md" fullWidth>
            {words.payHere(formatCents(invoice.balance_cents))}
          </Button>
        </>
      )}
    </Stack>
  )
}

const Banner = (props: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Stack component="output" align="center" ta="center" gap={6} py="md">
    {props.icon}
    <Title order={1} fz="xl">
      {props.title}
    </Title>
    <Text c="dimmed" maw={420}>
      {props.children}
    </Text>
  </Stack>
)

const Contact = ({ page: { organization } }: { page: CardPage }) => (
  <Stack gap={8} align="center" c="dimmed" fz="sm">
    {organization.phone_number && (
      <Anchor
        href={callAddress(organization.phone_number)}
        className="fh-own-line"
        underline="always"
        inherit
      >
        {phoneText(organization.phone_number)}
      </Anchor>
    )}
    {organization.email && (
      <Anchor
        href={`mailto:${organization.email}`}
        className="fh-own-line"
        underline="always"
        inherit
      >
        {organization.email}
      </Anchor>
    )}
  </Stack>
)
