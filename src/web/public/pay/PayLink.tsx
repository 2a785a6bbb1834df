import { Anchor, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock, FlaskConical } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { PayPage } from '../../../api/pay-page.ts'
import { addressLine, phoneText, callAddress } from '../../../domain/base/contact.ts'
import { invoiceNumber } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { taxLabel } from '../../../domain/money/tax.ts'
import { api, errorText } from '../../app/client.ts'
import { Bars, BusinessHead } from '../../ui/Page.tsx'
import { Money } from '../../ui/Money.tsx'
import { dateLabel } from '../../ui/when.ts'
import { DeadLink, isGone } from './DeadLink.tsx'
import { paidText } from './paid-text.ts'
import { PayForm } from './PayForm.tsx'
import { spoken, useWords } from '../../app/words.ts'
import { payWords } from '../../../words/en/pay.ts'

const pollMs = 3000
type Failed = { message: string }

/** Behind a pay link: one invoice, and the means to pay it without signing in. */
export default function PayLink() {
  const words = useWords(payWords)
  const { token = '' } = useParams({ strict: false })
  const queryClient = useQueryClient()
  const query = api['GET /api/public/pay/{token}'].query({ params: { token } })
  const page = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.invoice.status === 'processing' ? pollMs : false),
  })
  const [failed, setFailed] = useState<Failed | null>(null)
  const [isPaidHere, setPaidHere] = useState(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })

  /** Asks the server what came of the payment; true when there is nothing more to confirm. */
  const settle = async (): Promise<string | null> => {
    const answer = await api['POST /api/public/pay/{token}/confirmed']({
      params: { token },
      body: {},
      timeout_ms: 15_000,
    }).catch(async (error: unknown) => {
      // A link that has ended meanwhile takes the form away with it.
      await reload()
      throw error
    })
    const isOver = answer.status === 'paid' || answer.status === 'processing'
    setFailed(null)
    setPaidHere(isOver)
    await reload()
    return isOver ? null : answer.message ? spoken(answer.message) : words.notThrough
  }
  useReturnedPayment((text) => setFailed({ message: text }), settle)

  return (
    <Stack gap="md" mx="auto" px="md" py="lg" maw={520} w="100%">
      {page.error && (!page.data || isGone(page.error)) ? (
        <DeadLink error={page.error} retry={() => void page.refetch()} />
      ) : page.data ? (
        <>
          <BusinessHead {...page.data.organization} />
          {page.data.sandbox && <SandboxNote />}
          <Outcome page={page.data} isPaidHere={isPaidHere} />
          <Summary token={token} page={page.data} />
          {page.data.can_pay && (
            <Paper
              withBorder
              radius="lg"
              p={{ base: 'md', sm: 'xl' }}
              bg="var(--fh-surface)"
              component="section"
              aria-label={words.payment}
            >
              <PayForm
                token={token}
                page={page.data}
                problem={failed?.message ?? page.data.invoice.failure_message}
                settle={settle}
                reload={reload}
              />
            </Paper>
          )}
          <Contact page={page.data} />
        </>
      ) : (
        <Bars rows={2} height={140} />
      )}
    </Stack>
  )
}

/** A bank that asked for its own page sends people back here with the payment in the address. */
function useReturnedPayment(
  onFailed: (text: string) => void,
  settle: () => Promise<string | null>,
): void {
  const [isReturn] = useState(() => new URLSearchParams(location.search).has('payment_intent'))
  useEffect(() => {
    if (!isReturn) return
    history.replaceState(history.state, '', location.pathname)
    settle().then(
      (problem) => problem && onFailed(problem),
      (error: unknown) => onFailed(errorText(error)),
    )
    // Once, for the address the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReturn])
}

const SandboxNote = () => (
  <Group gap={8} justify="center" wrap="nowrap" c="dimmed">
    <FlaskConical size={16} aria-hidden />
    <Text fz="sm">{useWords(payWords).sandbox}</Text>
  </Group>
)

/** What is already decided about this invoice; nothing while it is simply to be paid. */
function Outcome({ page, isPaidHere }: { page: PayPage; isPaidHere: boolean }) {
  const words = useWords(payWords)
  const { invoice, reason, organization } = page
  const name = organization.name ?? words.theBusiness
  if (invoice.status === 'paid') {
    return (
      <Banner
        icon={<CircleCheck size={40} color="var(--mantine-color-anchor)" aria-hidden />}
        title={words.paidTitle}
      >
        {paidText(words, invoice, name, isPaidHere)}
      </Banner>
    )
  }
  if (invoice.status === 'processing') {
    return (
      <Banner icon={<Clock size={40} aria-hidden />} title={words.inProgress}>
        {words.inProgressText}
      </Banner>
    )
  }
  if (invoice.status === 'refunded') {
    return (
      <Banner icon={<CircleCheck size={40} aria-hidden />} title={words.refunded}>
        {words.refundedText(formatCents(invoice.refunded_cents))}
      </Banner>
    )
  }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') {
    return (
      <Banner icon={<CircleX size={40} aria-hidden />} title={words.nothingToPay}>
        {words.closedText(name)}
      </Banner>
    )
  }
  if (page.can_pay || !reason) return null
  return (
    <Banner icon={<CircleX size={40} aria-hidden />} title={words.notPayable}>
      {spoken(reason)}
    </Banner>
  )
}

const Banner = ({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) => (
  <Stack component="output" align="center" ta="center" gap={6} py="md">
    {icon}
    <Text fw={700} fz="xl">
      {title}
    </Text>
    <Text c="dimmed" maw={420}>
      {children}
    </Text>
  </Stack>
)

const PdfLink = ({ token }: { token: string }) => (
  <Anchor
    href={`/api/public/pay/${encodeURIComponent(token)}/pdf`}
    className="fh-own-line"
    underline="hover"
    download
  >
    {useWords(payWords).pdf}
  </Anchor>
)

function Summary({ page, token }: { page: PayPage; token: string }) {
  const words = useWords(payWords)
  const { invoice, items, taxes } = page
  const isOpen =
    invoice.balance_cents > 0 &&
    !['void', 'uncollectible', 'refunded', 'paid', 'processing'].includes(invoice.status)
  return (
    <Paper
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
      bg="var(--fh-surface)"
      component="section"
      aria-label={words.invoice}
    >
      <Title order={1}>
        {invoice.number === null ? words.invoice : words.invoiceNumber(invoiceNumber(invoice))}
      </Title>
      <Text c="dimmed">
        {invoice.customer_name ? words.forCustomer(invoice.customer_name) : ''}
        {isOpen && invoice.effective_due_date
          ? ` · ${words.due(dateLabel(invoice.effective_due_date))}`
          : ''}
      </Text>
      <PdfLink token={token} />
      <Divider my="md" />
      <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {items.map((item, at) => (
          <Group key={at} component="li" justify="space-between" align="baseline" wrap="nowrap">
            <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {item.description}
              {item.quantity !== 1 && <Text span c="dimmed">{` × ${item.quantity}`}</Text>}
              {item.discount_cents > 0 && (
                <Text c="dimmed" fz="sm">
                  {words.discountOfLine(formatCents(item.discount_cents))}
                </Text>
              )}
            </span>
            <Money cents={item.total_cents - item.tax_cents} />
          </Group>
        ))}
      </Stack>
      <Divider my="md" />
      <Stack gap={6}>
        {invoice.subtotal_cents !== invoice.total_cents && (
          <Sum label={words.subtotal} cents={invoice.subtotal_cents} />
        )}
        {invoice.discount_cents > 0 && (
          <Sum label={words.discount} cents={-invoice.discount_cents} />
        )}
        {taxes.map((tax) => (
          <Sum key={taxLabel(tax, '')} label={taxLabel(tax, words.tax)} cents={tax.tax_cents} />
        ))}
        {isOpen && invoice.paid_cents > 0 && (
          <>
            <Sum label={words.total} cents={invoice.total_cents} />
            <Credit invoice={invoice} />
            {invoice.paid_cents > invoice.credit_cents && (
              <Sum label={words.paid} cents={invoice.credit_cents - invoice.paid_cents} />
            )}
          </>
        )}
        <Group justify="space-between" fz="lg" fw={700}>
          <span>{isOpen ? words.amountDue : words.total}</span>
          <Money cents={isOpen ? invoice.balance_cents : invoice.total_cents} strong />
        </Group>
        {!isOpen && <Credit invoice={invoice} />}
        {!isOpen && invoice.paid_cents > invoice.credit_cents && (
          <Sum label={words.paid} cents={invoice.paid_cents - invoice.credit_cents} />
        )}
        {invoice.tip_cents > 0 && <Sum label={words.tip} cents={invoice.tip_cents} />}
        {invoice.refunded_cents > 0 && (
          <Sum label={words.refunded} cents={invoice.refunded_cents} />
        )}
        <RefundDue page={page} />
      </Stack>
    </Paper>
  )
}

/** What was to go back and came back: the business owes it still. */
function RefundDue({ page: { refund_due_cents, organization } }: { page: PayPage }) {
  const words = useWords(payWords)
  if (refund_due_cents === 0) return null
  const name = organization.name ?? words.theBusiness
  return <Text fz="sm">{words.refundDue(formatCents(refund_due_cents), name)}</Text>
}

function Credit({ invoice: { credit_cents } }: Pick<PayPage, 'invoice'>) {
  const { credit } = useWords(payWords)
  return credit_cents > 0 ? <Sum label={credit} cents={-credit_cents} /> : null
}

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <Group justify="space-between" c="dimmed">
    <span>{label}</span>
    <Money cents={cents} />
  </Group>
)

function Contact({ page: { organization } }: { page: PayPage }) {
  return (
    <Stack gap={2} align="center" ta="center" c="dimmed" fz="sm">
      <span>{addressLine(organization)}</span>
      <Group gap="md" justify="center">
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
      </Group>
      <Button component="a" href="/app/user/invoices" variant="subtle" size="compact-sm" mt={6}>
        {useWords(payWords).allInvoices}
      </Button>
    </Stack>
  )
}
