import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { DismissReason, type CrewReport } from '../../../domain/flows/crew-report.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { useZone } from '../../app/today.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { ExtraWork } from './ExtraWork.tsx'
import css from './requests.module.css'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'
import { reloadSchedule } from './queries.ts'

/** What crews did that waits for the office, each with its next step. Renders nothing if there is nothing. */
export const CrewReports = (): ReactNode => (
  <>
    <Reports />
    <ExtraWork />
  </>
)

function Reports() {
  const { data } = useQuery(crewReportsQuery)
  const find = (id: string) =>
    data ? (data.items.find((one) => one.id === id) ?? null) : undefined
  const billing = useSheet<CrewReport>('bill-report', find)
  const dismissing = useSheet<CrewReport>('dismiss-report', find)
  if (!data) return null
  return (
    <>
      {data.items.length > 0 && (
        <section className={`${css.banner} fh-no-print`} aria-label="Reports from crews">
          <div className={css.head}>
            <ClipboardCheck size={20} aria-hidden />
            <h2>Crews reported work that is not billed</h2>
          </div>
          <ul className={css.list}>
            {data.items.map((report) => (
              <Report
                key={report.id}
                report={report}
                onBill={() => billing.show(report)}
                onDismiss={() => dismissing.show(report)}
              />
            ))}
          </ul>
        </section>
      )}
      <Bill report={billing.about} opened={billing.opened} onClose={billing.hide} />
      <Dismiss
        key={dismissing.key}
        report={dismissing.about}
        opened={dismissing.opened}
        onClose={dismissing.hide}
      />
    </>
  )
}

const nameOf = ({ customer_name, person_name }: CrewReport): string =>
  customer_name ?? person_name ?? 'A crew'

type ReportProps = { report: CrewReport; onBill: () => void; onDismiss: () => void }
function Report({ report, onBill, onDismiss }: ReportProps) {
  const zone = useZone()
  const { service_name, person_name, team_name, price_cents } = report
  const name = nameOf(report)
  const facts = [
    momentLabel(report.done_at, zone),
    [person_name, team_name && `(${team_name})`].filter(Boolean).join(' '),
    price_cents ? formatCents(price_cents) : null,
  ]
  return (
    <li>
      <span className={css.what}>
        <strong>
          <CustomerLink id={report.customer_id}>{name}</CustomerLink>
          {service_name && `, ${service_name}`}
        </strong>
        : {report.sentence}
        {report.text && <em>“{report.text}”</em>}
        <em>{facts.filter(Boolean).join(' · ')}</em>
      </span>
      <span className={css.acts}>
        {report.can_bill && (
          <Button
            size="sm"
            onClick={onBill}
            aria-label={price_cents ? `Bill ${name}` : `Mark ${name} done`}
          >
            {price_cents ? 'Bill it' : 'Mark done'}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={onDismiss} aria-label={`Dismiss ${name}`}>
          Dismiss
        </Button>
      </span>
    </li>
  )
}

const titleOf = (report: CrewReport): string =>
  report.price_cents
    ? `Bill ${nameOf(report)} ${formatCents(report.price_cents)}?`
    : `Mark ${nameOf(report)} done?`

type SheetProps = { report: CrewReport | null; opened: boolean; onClose: () => void }

const Bill = ({ report, opened, onClose }: SheetProps) =>
  report && (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={titleOf(report)}
      confirm={report.price_cents ? 'Bill it' : 'Mark done'}
      failure="Failed to bill"
      onConfirm={async () => {
        await billReport(report)
        toast.done(report.price_cents ? 'Billed. Nothing was charged.' : 'Done')
      }}
    >
      {report.price_cents
        ? 'The visit is completed on the day it was done, and the invoice goes out like any other. Nothing is charged automatically.'
        : 'The visit is completed on the day it was done. It is not billed.'}
    </ConfirmDialog>
  )

const Dismiss = ({ report, opened, onClose }: SheetProps) =>
  report && <DismissForm report={report} opened={opened} onClose={onClose} />

function DismissForm({ report, opened, onClose }: SheetProps & { report: CrewReport }) {
  const form = useActionForm<{ reason: string }, void>({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => DismissReason.safeParse(text).error?.issues[0]?.message ?? null,
    },
    failure: 'Failed to dismiss',
    send: ({ reason }) => dismissReport(report, reason),
    sent: onClose,
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`Dismiss ${nameOf(report)}`}
      action="Dismiss"
      size="sm"
    >
      <Textarea
        label="Reason"
        description="Only the office sees it."
        placeholder="For example: agreed with the customer, no charge"
        required
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}

const list = api['GET /api/owner/crew-reports']
const crewReportsQuery = list.query()

const reload = () => queryClient.invalidateQueries({ queryKey: list.key() })

/** Completes and bills the work; throws what the call throws. */
async function billReport({ id }: CrewReport): Promise<void> {
  try {
    await api['POST /api/owner/crew-reports/{id}/bill']({ params: { id } })
  } finally {
    void reload()
    void reloadSchedule()
  }
}

async function dismissReport({ id }: CrewReport, reason: string): Promise<void> {
  try {
    await api['POST /api/owner/crew-reports/{id}/dismiss']({ params: { id }, body: { reason } })
  } finally {
    void reload()
  }
}

onLive(['crew_reported', 'schedule.*'], () => void reload())
