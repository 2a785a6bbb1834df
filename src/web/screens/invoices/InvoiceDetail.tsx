import { Alert, Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, FileX2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { addressLine, type ContactBlock, phoneText } from '../../../domain/contact.ts'
import { todayIn } from '../../../domain/dates.ts'
import { invoiceGroup } from '../../../domain/invoice.ts'
import { chargeErrorText } from '../../../domain/payment.ts'
import {
  crewRoles,
  hasRole,
  type Role,
  officeAndAdminRoles,
  moneyRoles,
} from '../../../domain/roles.ts'
import { ApiError } from '../../client.ts'
import { useMe } from '../../me.ts'
import { useCrumb } from '../../crumb.ts'
import { useToday } from '../../today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { dateLabel } from '../../ui/when.ts'
import { InvoiceActions, type Detail } from './InvoiceActions.tsx'
import { InvoiceChips } from '../../money/InvoiceChips.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { invoiceTitle } from '../../money/InvoiceRows.tsx'
import css from '../../money/invoices.module.css'
import '../../money/live-invoices.ts'
import { PaymentHistory } from './PaymentHistory.tsx'
import { invoiceQuery } from '../../money/queries.ts'

/** One invoice, with what may be done to it and what has been paid. */
export default function InvoiceDetail() {
  const { id = '' } = useParams({ strict: false })
  const detail = useQuery(invoiceQuery(id))
  useCrumb(detail.data && invoiceTitle(detail.data.invoice))
  useFailureNews(detail.data)
  const isGone = detail.error instanceof ApiError && detail.error.status === 404
  if (isGone) {
    return (
      <div className="fh-page">
        <EmptyState title="Invoice not found" icon={<FileX2 size={22} />} action={<BackLink />} />
      </div>
    )
  }
  return (
    <Loaded of={detail} failure="Failed to load invoice" skeleton={<Bars rows={3} height={140} />}>
      {(data) => <Shown detail={data} />}
    </Loaded>
  )
}

/** A charge begun here ends seconds later, with an event; a refusal then deserves more than a changed chip. */
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

const listOf = (roles: readonly Role[]): [path: string, label: string] => {
  if (hasRole(roles, officeAndAdminRoles)) return ['/app/invoices', 'All invoices']
  if (hasRole(roles, ['payee'])) return ['/app/payments', 'Payments']
  return hasRole(roles, crewRoles)
    ? ['/app/crew-schedule', 'Schedule']
    : ['/app/user/invoices', 'All invoices']
}

function BackLink() {
  const [path, label] = listOf(useMe().roles)
  return (
    <Anchor
      component={Link}
      to={path}
      className={`fh-no-print fh-own-line ${css.back}`}
      underline="hover"
    >
      <ArrowLeft size={16} aria-hidden />
      {label}
    </Anchor>
  )
}

function Shown({ detail }: { detail: Detail }) {
  const { invoice, organization, customer, money_hidden, failure_message } = detail
  const me = useMe()
  const today = useToday()
  const seesPayments = hasRole(me.roles, moneyRoles)
  return (
    <>
      <BackLink />
      <Page
        title={invoiceTitle(invoice)}
        about={<Subtitle detail={detail} zone={me.organization_timezone ?? 'UTC'} />}
        actions={<InvoiceActions detail={detail} />}
      >
        <Stack gap="md">
          <Group gap="sm" component="output" aria-label="Status">
            <InvoiceChips invoice={invoice} today={today} />
            {invoice.sent_at && invoiceGroup(invoice.status) === 'open' && (
              <Text
                c="dimmed"
                fz="sm"
              >{`Pay link sent ${dateLabel(todayIn(me.organization_timezone ?? 'UTC', invoice.sent_at))}`}</Text>
            )}
          </Group>
          {invoice.status === 'failed' && failure_message && (
            <Alert color="red" variant="light" title="The last payment failed">
              {failure_message}
            </Alert>
          )}
          <div className={css.detail}>
            <Stack gap="md">
              <Card component="section" aria-label="Lines">
                {money_hidden ? <HiddenMoney detail={detail} /> : <InvoiceLines detail={detail} />}
                {invoice.notes && (
                  <Text mt="md" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
                    {invoice.notes}
                  </Text>
                )}
              </Card>
              {!money_hidden &&
                (seesPayments ? (
                  <PaymentHistory invoice={invoice} />
                ) : (
                  <OwnPayments detail={detail} zone={me.organization_timezone ?? 'UTC'} />
                ))}
            </Stack>
            <div className={css.side}>
              <Contact title="Customer" block={customer} />
              <Contact title="Organization" block={organization} />
            </div>
          </div>
        </Stack>
      </Page>
    </>
  )
}

function Subtitle({ detail: { invoice }, zone }: { detail: Detail; zone: string }) {
  const parts = [
    invoice.issued_at ? `Issued ${dateLabel(todayIn(zone, invoice.issued_at))}` : 'Not issued yet',
    invoice.status === 'scheduled' && invoice.charge_on
      ? `charged on ${dateLabel(invoice.charge_on)}`
      : null,
    invoiceGroup(invoice.status) === 'open' && invoice.effective_due_date
      ? `due ${dateLabel(invoice.effective_due_date)}`
      : null,
    invoice.period_start && invoice.period_end && invoice.period_start !== invoice.period_end
      ? `${dateLabel(invoice.period_start)} – ${dateLabel(invoice.period_end)}`
      : invoice.date
        ? `service on ${dateLabel(invoice.date)}`
        : null,
    invoice.recurrence_label,
  ]
  return <>{parts.filter(Boolean).join(' · ')}</>
}

const HiddenMoney = ({ detail }: { detail: Detail }) => (
  <Stack gap={6}>
    {detail.items.map((item) => (
      <Text key={item.id}>{item.description}</Text>
    ))}
    <Text c="dimmed" fz="sm">
      Prices are shown to the office only.
    </Text>
  </Stack>
)

/** A customer's own view of what was paid. */
function OwnPayments({ detail: { invoice }, zone }: { detail: Detail; zone: string }) {
  if (invoice.paid_cents === 0) return null
  return (
    <Card component="section" aria-label="Payments">
      <Title order={2} fz="h3" mb="xs">
        Payments
      </Title>
      <Row label={invoice.paid_at ? `Paid ${dateLabel(todayIn(zone, invoice.paid_at))}` : 'Paid'}>
        <Money cents={invoice.paid_cents} />
      </Row>
      {invoice.refunded_cents > 0 && (
        <Row label="Refunded">
          <Money cents={invoice.refunded_cents} />
        </Row>
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

function Contact({ title, block }: { title: string; block: ContactBlock }) {
  const address = addressLine(block)
  return (
    <Card component="section" aria-label={title}>
      <Text c="dimmed" fz="sm" fw={600} component="h2" m={0}>
        {title}
      </Text>
      <Stack gap={2} className={css.block}>
        <Text fw={650}>{block.name ?? '–'}</Text>
        {address && <Text>{address}</Text>}
        {block.email && (
          <Anchor href={`mailto:${block.email}`} className="fh-own-line" underline="hover">
            {block.email}
          </Anchor>
        )}
        {block.phone_number && (
          <Anchor href={`tel:${block.phone_number}`} className="fh-own-line" underline="hover">
            {phoneText(block.phone_number)}
          </Anchor>
        )}
      </Stack>
    </Card>
  )
}
