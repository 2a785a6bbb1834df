import { Anchor, Button, Checkbox, Group, Progress, Stack, Tabs, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck, Send, CreditCard } from 'lucide-react'
import { useState } from 'react'
import {
  billReason,
  billStep,
  billSteps,
  billTabLabels,
  billTabs,
  goesWithAll,
  sendLimit,
  type BillRun,
  type BillTab,
  type BillToSend,
} from '../../../domain/money/to-bill.ts'
import { phoneText, callAddress } from '../../../domain/base/contact.ts'
import { invoiceNumber } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { queueQuery, reloadBilling, summaryQuery } from '../money/billing-queries.ts'
import '../money/live-invoices.ts'
import { PaymentsOff } from '../money/PaymentsOff.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Money } from '../../ui/Money.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { invoiceWords } from '../../../words/en/invoice.ts'
import { wordsNow } from '../../app/words.ts'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { dateLabel, momentLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { ExtraWork } from '../visits/ExtraWork.tsx'
import { SendManyDialog } from './SendManyDialog.tsx'
import css from './to-bill.module.css'
import { ApprovalSheet } from './ApprovalSheet.tsx'
import { useInvoiceActs } from './invoice-acts.ts'

const followMs = 1000

/** What still has to be asked for: each bill with its reason and its next step. */
export default function ToBill() {
  const asked = (useSearch({ strict: false }) as { tab?: BillTab }).tab
  const all = useQuery({ ...queueQuery('drafts'), enabled: !asked })
  const tab = asked ?? billTabs.find((one) => all.data?.tabs[one].count) ?? 'drafts'
  const navigate = useNavigate()
  const queue = useQuery({
    ...queueQuery(tab),
    refetchInterval: ({ state: { data } }) => (data?.run && !data.run.done_at ? followMs : false),
  })
  const summary = useQuery(summaryQuery)
  const tabs = queue.data?.tabs
  // An agreed charge is rarely refused.
  const isShown = (one: BillTab) => one !== 'refused' || one === tab || tabs?.refused.count
  return (
    <Page title="To bill" about="Work that is done and not paid for yet">
      <Stack gap="md">
        {summary.data && <PaymentsOff summary={summary.data} />}
        {queue.data?.run && <Run run={queue.data.run} />}
        <ExtraWork />
        <Tabs
          value={tab}
          onChange={(next) =>
            void navigate({ to: '.', search: { tab: next } as never, replace: true })
          }
        >
          <Tabs.List aria-label="To bill">
            {billTabs.filter(isShown).map((one) => (
              <Tabs.Tab key={one} value={one}>
                {billTabLabels[one]}
                {tabs && ` (${tabs[one].count})`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} pt="md">
            <Loaded of={queue} failure="Failed to load invoices" skeleton={<Bars rows={4} />}>
              {({ items, next_cursor }) => (
                <Bills key={tab} tab={tab} bills={items} isCut={next_cursor !== null} />
              )}
            </Loaded>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  )
}

const Run = ({ run }: { run: BillRun }) => (
  <output aria-live="polite">
    <Text>
      {run.done_at
        ? `${run.sent} sent${run.not_sent ? `, ${run.not_sent} not: their rows say why` : ''}`
        : `Sending: ${run.reached} of ${run.total}`}
    </Text>
    {!run.done_at && (
      <Progress
        mt={6}
        value={(100 * run.reached) / run.total}
        aria-label={`${run.reached} of ${run.total} invoices`}
      />
    )}
  </output>
)

const emptyTexts: Record<BillTab, string> = {
  drafts: 'Every finished visit is billed',
  to_send: 'Every invoice has gone out',
  refused: 'No agreed charge was refused',
  declined: 'No card was declined',
  late: 'Nothing is overdue',
}

type BillsProps = { tab: BillTab; bills: readonly BillToSend[]; isCut: boolean }

function Bills({ tab, bills, isCut }: BillsProps) {
  // Without a choice of one's own, everything that may go with one press.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const sending = useSheet('send-many')
  const usual = new Set(bills.filter(goesWithAll).map(({ id }) => id))
  const picked = bills.filter(({ id }) => (chosen ?? usual).has(id))
  const ids = picked.map(({ id }) => id)
  if (bills.length === 0)
    return <EmptyState title={emptyTexts[tab]} icon={<CircleCheck size={22} />} />
  const pick = (id: string, isOn: boolean) =>
    setChosen(new Set(isOn ? [...ids, id] : ids.filter((one) => one !== id)))
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Checkbox
          label={`${picked.length} chosen, ${formatCents(picked.reduce((sum, one) => sum + one.balance_cents, 0))}`}
          checked={picked.length === bills.length}
          indeterminate={picked.length > 0 && picked.length < bills.length}
          onChange={(event) =>
            setChosen(new Set(event.currentTarget.checked ? bills.map(({ id }) => id) : []))
          }
        />
        <Button
          leftSection={<Send size={17} aria-hidden />}
          disabled={picked.length === 0}
          onClick={() => sending.show(true)}
        >
          {picked.some(({ sent_at }) => sent_at) ? 'Send reminders to' : 'Send'} {picked.length}
        </Button>
      </Group>
      {isCut && <Text c="dimmed">The first {sendLimit} are shown.</Text>}
      <ul className={css.rows}>
        {bills.map((bill) => (
          <BillRow
            key={bill.id}
            tab={tab}
            bill={bill}
            isPicked={ids.includes(bill.id)}
            pick={(isOn) => pick(bill.id, isOn)}
          />
        ))}
      </ul>
      {sending.opened && (
        <SendManyDialog ids={ids} onClose={sending.hide} sent={() => setChosen(null)} />
      )}
    </Stack>
  )
}

type RowProps = {
  tab: BillTab
  bill: BillToSend
  isPicked: boolean
  pick: (isOn: boolean) => void
}

function BillRow({ tab, bill, isPicked, pick }: RowProps) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const name = bill.customer_name ?? 'Customer'
  const title = bill.number === null ? 'Draft' : `Invoice #${invoiceNumber(bill)}`
  return (
    <li className={css.row}>
      <Checkbox
        aria-label={`Choose ${title} of ${name}`}
        checked={isPicked}
        onChange={(event) => pick(event.currentTarget.checked)}
        classNames={{ root: css.check! }}
      />
      <div className={css.what}>
        <Text fw={600}>
          <CustomerLink id={bill.customer_id}>{name}</CustomerLink>
        </Text>
        <Text c="dimmed" fz="sm">
          <Anchor component={Link} to={`/app/invoices/${bill.id}`} inherit underline="always">
            {title}
          </Anchor>{' '}
          ·{' '}
          {billReason(tab, bill, {
            day: dateLabel,
            moment: (iso) => momentLabel(iso, zone),
          })}
        </Text>
      </div>
      <Money cents={bill.balance_cents} strong />
      <div className={css.steps}>
        {bill.can_charge && <ChargeButton bill={bill} name={name} />}
        <NextStep bill={bill} name={name} />
      </div>
    </li>
  )
}

function NextStep({ bill, name }: { bill: BillToSend; name: string }) {
  const zone = useMe().organization_timezone ?? 'UTC'
  const step = billStep(bill)
  const send = useMutation({
    mutationFn: () => api['POST /api/invoices/{id}/send']({ params: { id: bill.id }, body: {} }),
    onSuccess: ({ sent, goes_out_at, waits_for_email, reason }) => {
      if (sent && waits_for_email) toast.note(wordsNow(invoiceWords).waitsForEmail)
      else if (sent && goes_out_at)
        toast.done(`Goes out to ${name} ${momentLabel(goes_out_at, zone)}`)
      else if (sent) toast.done(`On its way to ${name}`)
      else toast.problem(reason ?? 'It could not go out. The customer’s messages say why.')
    },
    onError: (error) => toast.failed(error, 'Failed to send the invoice'),
    onSettled: () => reloadBilling(),
  })
  const label = billSteps[step]
  if (step === 'call')
    return (
      <Button component="a" href={callAddress(bill.customer_phone!)} variant="default">
        {label} {phoneText(bill.customer_phone!)}
      </Button>
    )
  if (step === 'address')
    return (
      <Button
        component={Link}
        to="/app/customers/$id"
        params={{ id: bill.customer_id } as never}
        variant="default"
        aria-label={`${label} for ${name}`}
      >
        {label}
      </Button>
    )
  return (
    <Button
      variant="default"
      loading={send.isPending}
      aria-label={`${label} to ${name}`}
      onClick={() => send.mutate()}
    >
      {label}
    </Button>
  )
}

/** Charges the saved method of a bill's customer; asks for their word if they did not agree to it. */
function ChargeButton({ bill, name }: { bill: BillToSend; name: string }) {
  const acts = useInvoiceActs(bill)
  const approving = useSheet(`approval-${bill.id}`)
  return (
    <>
      <Button
        variant="default"
        leftSection={<CreditCard size={17} aria-hidden />}
        loading={acts.busy === 'charge'}
        aria-label={`Charge ${formatCents(bill.balance_cents)} to ${name}`}
        onClick={() => void acts.charge(() => approving.show(true)).then(reloadBilling)}
      >
        Charge
      </Button>
      {approving.opened && (
        <ApprovalSheet
          key={approving.key}
          invoice={bill}
          customer_name={bill.customer_name}
          onClose={approving.hide}
        />
      )}
    </>
  )
}
