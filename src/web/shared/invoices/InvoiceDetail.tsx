import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, FileX2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import {
  addressLine,
  type ContactBlock,
  phoneText,
  callAddress,
} from '../../../domain/base/contact.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { invoiceGroup } from '../../../domain/money/invoice.ts'
import { chargeErrorText } from '../../../domain/money/payment.ts'
import {
  crewRoles,
  hasRole,
  type Role,
  officeAndAdminRoles,
  officeRoles,
  moneyRoles,
} from '../../../domain/base/roles.ts'
import { ApiError } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { useCrumb } from '../../app/crumb.ts'
import { useToday } from '../../app/today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { dateLabel, momentLabel } from '../../ui/when.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceChips } from '../money/InvoiceChips.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { methodText } from '../money/method-text.ts'
import { invoiceTitle } from '../money/InvoiceRows.tsx'
import css from '../money/invoices.module.css'
import '../money/live-invoices.ts'
import { Timeline } from './Timeline.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { useVerificationMail } from './verification-mail.ts'
import { invoiceQuery } from '../money/queries.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { moneyWords } from '../../../words/en/money.ts'
import { useWords } from '../../app/words.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { invoiceWords } from '../../../words/en/invoice.ts'
import type { Detail } from './invoice-acts.ts'

/** One invoice, with its actions and payments. */
export default function InvoiceDetail() {
  const words = useWords(invoiceWords)
  const { id = '' } = useParams({ strict: false })
  const detail = useQuery(invoiceQuery(id))
  useCrumb(detail.data && invoiceTitle(detail.data.invoice))
  useFailureNews(detail.data)
  const isGone = detail.error instanceof ApiError && detail.error.status === 404
  if (isGone) {
    return (
      <div className="fh-page">
        <EmptyState title={words.notFound} icon={<FileX2 size={22} />} action={<BackLink />} />
      </div>
    )
  }
  return (
    <Loaded of={detail} failure={words.failed} skeleton={<Bars rows={3} height={140} />}>
      {(data) => <Shown detail={data} />}
    </Loaded>
  )
}

/**
 * A charge started here ends seconds later with an event; a refusal needs more than a changed chip.
 */
function useFailureNews(detail: Detail | undefined): void {
  const before = useRef<string | null>(null)
  const status = detail?.invoice.status
  const reason = detail?.failure_message
  useEffect(() => {
    if (before.current === 'processing' && status === 'failed')
      toast.problem(chargeErrorText(null, reason))
    before.current = status ?? null
  }, [status, reason])
}

const listOf = (
  roles: readonly Role[],
): [path: string, label: 'Invoices' | 'Payments' | 'Schedule'] => {
  if (hasRole(roles, officeAndAdminRoles)) return ['/app/invoices', 'Invoices']
  if (hasRole(roles, ['payee'])) return ['/app/payments', 'Payments']
  return hasRole(roles, crewRoles)
    ? ['/app/crew-schedule', 'Schedule']
    : ['/app/user/invoices', 'Invoices']
}

function BackLink() {
  const words = useWords(invoiceWords)
  const frame = useWords(frameWords)
  const [path, label] = listOf(useMe().roles)
  return (
    <Anchor
      component={Link}
      to={path}
      className={`fh-no-print fh-own-line ${css.back}`}
      underline="hover"
    >
      <ArrowLeft size={16} aria-hidden />
      {label === 'Invoices' ? words.all : frame.title(label)}
    </Anchor>
  )
}

function Shown({ detail }: { detail: Detail }) {
  const { invoice, organization, customer, money_hidden, failure_message } = detail
  const words = useWords(invoiceWords)
  const me = useMe()
  const today = useToday()
  const seesPayments = hasRole(me.roles, moneyRoles)
  return (
    <>
      <BackLink />
      <Page
        title={invoiceTitle(invoice)}
        beside={
          <output aria-label={words.status}>
            <InvoiceChips invoice={invoice} today={today} />
          </output>
        }
        about={<Subtitle detail={detail} zone={me.organization_timezone ?? 'UTC'} />}
        actions={<InvoiceActions detail={detail} />}
      >
        <Stack gap="md">
          {invoice.waits_for_email && hasRole(me.roles, officeAndAdminRoles) && <WaitsForEmail />}
          {invoice.late_fee_of_id && (
            <Anchor
              component={Link}
              to="/app/invoices/$id"
              params={{ id: invoice.late_fee_of_id } as never}
              className="fh-own-line fh-no-print"
              w="fit-content"
              underline="always"
            >
              {words.lateFeeOf}
            </Anchor>
          )}
          {invoice.status === 'failed' && failure_message && (
            <Alert color="red" variant="light" title={words.paymentFailed}>
              {failure_message}
            </Alert>
          )}
          <div className={css.detail}>
            <Stack gap="md">
              <Card component="section" aria-label={words.lines}>
                {money_hidden ? <HiddenMoney detail={detail} /> : <InvoiceLines detail={detail} />}
                {invoice.notes && (
                  <Text mt="md" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
                    {invoice.notes}
                  </Text>
                )}
              </Card>
              {!money_hidden &&
                (seesPayments ? (
                  <PaymentHistory invoice={invoice} due={detail.refund_due_cents} />
                ) : (
                  <OwnPayments detail={detail} zone={me.organization_timezone ?? 'UTC'} />
                ))}
              {hasRole(me.roles, officeRoles) && (
                <Suspense>
                  <HistoryFold record="invoice" id={invoice.id} />
                </Suspense>
              )}
            </Stack>
            <div className={css.side}>
              {hasRole(me.roles, officeRoles) && <Timeline invoice={invoice} />}
              <Contact title={words.customer} block={customer} id={invoice.customer_id} />
              <Contact title={words.organization} block={organization} />
            </div>
          </div>
        </Stack>
      </Page>
    </>
  )
}

function WaitsForEmail() {
  const words = useWords(invoiceWords)
  const again = useVerificationMail()
  return (
    <Notice className="fh-no-print">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">{words.waitsForEmail}</Text>
        <Button
          size="sm"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {words.sendAgain}
        </Button>
      </Group>
    </Notice>
  )
}

// Customers never read it.
const HistoryFold = lazy(() =>
  import('../history/HistoryFold.tsx').then((file) => ({ default: file.HistoryFold })),
)

function Subtitle({ detail: { invoice }, zone }: { detail: Detail; zone: string }) {
  const words = useWords(invoiceWords)
  const { recurrence } = useWords(moneyWords)
  const parts = [
    invoice.issued_at ? words.issued(dateLabel(todayIn(zone, invoice.issued_at))) : words.notIssued,
    invoice.send_at ? words.goesOut(momentLabel(invoice.send_at, zone)) : null,
    invoice.status === 'scheduled' && invoice.charge_on
      ? words.chargedOn(dateLabel(invoice.charge_on))
      : null,
    invoiceGroup(invoice.status) === 'open' && invoice.effective_due_date
      ? words.due(dateLabel(invoice.effective_due_date))
      : null,
    invoice.period_start && invoice.period_end && invoice.period_start !== invoice.period_end
      ? `${dateLabel(invoice.period_start)} – ${dateLabel(invoice.period_end)}`
      : invoice.date
        ? words.serviceOn(dateLabel(invoice.date))
        : null,
    invoice.recurrence_label && recurrence(invoice.recurrence_label),
  ]
  return <>{parts.filter(Boolean).join(' · ')}</>
}

const HiddenMoney = ({ detail }: { detail: Detail }) => (
  <Stack gap={6}>
    {detail.items.map((item) => (
      <Text key={item.id}>{item.description}</Text>
    ))}
    <Text c="dimmed" fz="sm">
      {useWords(invoiceWords).hidden}
    </Text>
  </Stack>
)

/** A customer's own view of their payments. */
function OwnPayments({
  detail: { invoice, refund_due_cents, paid_with },
  zone,
}: {
  detail: Detail
  zone: string
}) {
  const words = useWords(invoiceWords)
  if (invoice.paid_cents === 0) return null
  return (
    <Card component="section" aria-label={words.payments}>
      <Title order={2} fz="h3" mb="xs">
        {words.payments}
      </Title>
      <Row
        label={[
          invoice.paid_at ? words.paidOn(dateLabel(todayIn(zone, invoice.paid_at))) : words.paid,
          paid_with && methodText(paid_with),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <Money cents={invoice.paid_cents - invoice.credit_cents} />
      </Row>
      {invoice.credit_cents > 0 && (
        <Row label={words.credit}>
          <Money cents={invoice.credit_cents} />
        </Row>
      )}
      {invoice.tip_cents > 0 && (
        <Row label={words.tip}>
          <Money cents={invoice.tip_cents} />
        </Row>
      )}
      {invoice.refunded_cents > 0 && (
        <Row label={words.refunded}>
          <Money cents={invoice.refunded_cents} />
        </Row>
      )}
      {refund_due_cents > 0 && (
        <Text fz="sm" mt="xs">
          {words.refundDue(formatCents(refund_due_cents))}
        </Text>
      )}
    </Card>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group justify="space-between">
    <span>{label}</span>
    {children}
  </Group>
)

type ContactProps = { title: string; block: ContactBlock; id?: string }

function Contact({ title, block, id }: ContactProps) {
  const address = addressLine(block)
  return (
    <Card component="section" aria-label={title}>
      <Text c="dimmed" fz="sm" fw={600} component="h2" m={0}>
        {title}
      </Text>
      <Stack gap={2} className={css.block}>
        <Text fw={650}>
          <CustomerLink id={id}>{block.name ?? '–'}</CustomerLink>
        </Text>
        {address && <Text>{address}</Text>}
        {block.email && (
          <Anchor href={`mailto:${block.email}`} className="fh-own-line" underline="hover">
            {block.email}
          </Anchor>
        )}
        {block.phone_number && (
          <Anchor href={callAddress(block.phone_number)} className="fh-own-line" underline="hover">
            {phoneText(block.phone_number)}
          </Anchor>
        )}
      </Stack>
    </Card>
  )
}
