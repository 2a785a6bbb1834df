import { Alert, Button, Group, Select, Textarea } from '@mantine/core'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Candidate } from '../../../../api/candidates.ts'
import type { LocalDate } from '../../../../domain/dates.ts'
import { formatCents } from '../../../../domain/money.ts'
import { recurrenceLabel } from '../../../../domain/cadence.ts'
import { endAfterChange } from '../../../../domain/recurrence.ts'
import { recurrenceText } from '../../../../domain/recurrence-text.ts'
import { customerRules } from '../../../../domain/customer.ts'
import { api } from '../../../client.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { useActionForm } from '../../../ui/action-form.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Bars } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import {
  addRule,
  checkAdd,
  firstDates,
  forCustomer,
  newAdd,
  pastDates,
  recurrenceOf,
  type AddValues,
  type RepeatValues,
} from './add-rule.ts'
import { CandidateField } from './CandidateField.tsx'
import css from '../../../ui/forms.module.css'
import { FreeTimes } from '../../../visits/FreeTimes.tsx'
import { organizationQuery, reloadSchedule } from '../../../visits/queries.ts'
import { RepeatFields } from './RepeatFields.tsx'
import type { Calendar } from '../../../visits/calendar.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { useSlots } from '../../../visits/use-slots.ts'
import { count } from '../../../visits/visit-text.ts'

/** Where the plus was pressed, or for whom. */
export type AddStart = { date?: LocalDate; team_id?: string | null; customer_id?: string }

type Props = {
  opened: boolean
  onClose: () => void
  calendar: Calendar
  start?: AddStart
  onAdded: (date: LocalDate | null) => void
}

/** Puts a customer's work on the schedule, once or again and again. */
export function AddToSchedule({ opened, onClose, ...rest }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title="Add to Schedule" side size="lg">
      {opened &&
        (rest.start?.customer_id ? (
          <AddFor id={rest.start.customer_id} onClose={onClose} {...rest} />
        ) : (
          <AddForm onClose={onClose} {...rest} />
        ))}
    </Sheet>
  )
}

/** The form with its customer already chosen; if the customer cannot be loaded, one is chosen by hand. */
function AddFor({ id, ...props }: Omit<Props, 'opened'> & { id: string }) {
  const found = useQuery(
    api['GET /api/schedule/candidates'].query({
      query: { customer_id: id, include_leads: '1', limit: 1 },
    }),
  )
  if (found.isPending) return <Bars rows={3} height={56} />
  const customer = found.data?.customers[0]
  if (customer && customer.status !== 'paused') return <AddForm {...props} customer={customer} />
  const sentence = customer && customerRules.schedule(customer)?.sentence
  return (
    <AddForm
      {...props}
      unfit={
        sentence
          ? `${customer.name ?? 'Customer'}: ${sentence}`
          : 'This customer could not be found.'
      }
    />
  )
}

type FormProps = Omit<Props, 'opened'> & {
  customer?: Candidate
  /** Why the customer the form was opened for was not chosen. */
  unfit?: string
}

function AddForm({ onClose, calendar, start, onAdded, customer: given, unfit }: FormProps) {
  const [unlocked, setUnlocked] = useState(false)
  const leave = useWhileHere((date: LocalDate | null) => {
    onAdded(date)
    onClose()
  })
  const form = useActionForm<AddValues, Awaited<ReturnType<typeof addRule>>>({
    initialValues: forCustomer(
      newAdd(start?.date ?? calendar.today, start?.team_id ?? null),
      given ?? null,
    ),
    validate: checkAdd,
    failure: 'Failed to add to schedule',
    fields: { customer_id: 'customer' },
    send: addRule,
    sent: (added) => {
      if (added.outcome === 'repeat') return toast.note(added.text)
      toast.done(added.text)
      if (added.warning) toast.note(added.warning)
      void reloadSchedule()
      leave(added.date)
    },
  })
  const { values } = form
  const preference = values.customer?.preference ?? null
  const isLocked = preference !== null && !unlocked
  const services = useServices(values.customer)
  const service = services.all.find(({ key }) => key === values.service_key)
  const slots = useSlots(
    calendar.business_hours,
    values.start_date,
    service?.estimated_minutes ?? null,
  )
  // A season may be far off: the calendar of the page knows the closed days of some months only.
  const closed = useQuery(organizationQuery).data?.closed_dates ?? []
  const dates = firstDates(values, calendar.business_hours, [
    ...calendar.closed_dates.map(({ date }) => date),
    ...closed,
  ])
  const past = pastDates(values, calendar.today)

  const choose = (customer: AddValues['customer']) => {
    setUnlocked(false)
    form.setValues(forCustomer(values, customer))
  }
  // Only who they are is new: what was chosen while the server converted stays.
  const converted = (customer: Candidate) =>
    form.setValues((now) => (now.customer?.id === customer.id ? { customer } : {}))
  const repeat = (next: Partial<RepeatValues>) =>
    form.setValues({
      ...next,
      ...(next.pattern ? { end_date: endAfterChange(values, { pattern: next.pattern }) } : {}),
    })
  const begin = (date: string | null) =>
    date &&
    form.setValues({ start_date: date, end_date: endAfterChange(values, { start_date: date }) })
  const isLead = values.customer?.status === 'lead'

  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending}>
        <CandidateField
          value={values.customer}
          onChange={choose}
          error={form.errors.customer ?? (values.customer ? undefined : unfit)}
        />
        {values.customer && isLead && (
          <ConvertLead customer={values.customer} onConverted={converted} />
        )}
        <Select
          label="Service"
          allowDeselect={false}
          required
          withAsterisk
          searchable
          placeholder="Choose a service"
          nothingFoundMessage="No such service"
          data={services.groups}
          value={values.service_key}
          onChange={(key) => form.setValues({ service_key: key })}
          error={form.errors.service_key}
          description={
            service
              ? [
                  service.price_cents !== null && formatCents(service.price_cents),
                  service.estimated_minutes && `${service.estimated_minutes} min`,
                ]
                  .filter(Boolean)
                  .join(' · ')
              : undefined
          }
        />
        {preference && (
          <Alert
            color="gray"
            variant="light"
            icon={isLocked ? <Lock size={18} aria-hidden /> : <LockOpen size={18} aria-hidden />}
            p="xs"
          >
            <Group justify="space-between" gap="xs">
              <span>
                {isLocked ? 'Locked to the customer’s preference' : 'The customer’s preference'}:{' '}
                {recurrenceLabel(preference)}
              </span>
              {isLocked && (
                <Button size="compact-sm" variant="default" onClick={() => setUnlocked(true)}>
                  Unlock
                </Button>
              )}
            </Group>
          </Alert>
        )}
        <RepeatFields
          values={values}
          onChange={repeat}
          first={values.start_date}
          errors={form.errors}
          locked={isLocked}
        />
        <div className={css.row}>
          <DateField
            label={values.pattern === 'once' ? 'Date' : 'Start date'}
            value={values.start_date}
            onChange={begin}
            error={form.errors.start_date}
          />
          {values.pattern !== 'once' && (
            <DateField
              label="End date"
              placeholder="No end"
              clearable
              value={values.end_date}
              onChange={(end_date) => form.setValues({ end_date })}
              minDate={values.start_date}
              error={form.errors.end_date}
            />
          )}
        </div>
        {past > 0 && (
          <Alert color="honey" variant="light" p="xs">
            <output>
              It starts in the past: {count(past, 'visit')} before today will stand as not done.
            </output>
          </Alert>
        )}
        <div className={css.row}>
          <TimeField
            label="Start time"
            placeholder="No time"
            clearable
            value={values.start_minutes}
            onChange={(start_minutes) => form.setValues({ start_minutes })}
            slots={slots}
            error={form.errors.start_minutes ?? form.errors.start_time}
          />
          <Select
            label="Team"
            data={[
              { value: 'none', label: 'Unassigned' },
              ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={values.team_id ?? 'none'}
            onChange={(id) => form.setValues({ team_id: id === 'none' ? null : id })}
            allowDeselect={false}
            error={form.errors.team_id}
          />
        </div>
        <FreeTimes
          date={dates[0]?.date ?? values.start_date}
          minutes={service?.estimated_minutes ?? null}
          team_id={values.team_id}
          value={values.start_minutes}
          onPick={(start_minutes) => form.setValues({ start_minutes })}
        />
        <Textarea
          label="Notes"
          autosize
          minRows={2}
          maxLength={2000}
          value={values.notes}
          onChange={(event) => form.setValues({ notes: event.currentTarget.value })}
          error={form.errors.notes}
        />
        <p className={css.preview}>
          <strong>{recurrenceText(recurrenceOf(values))}:</strong>{' '}
          {dates.length > 0 ? datesText(dates, calendar.today) : 'no date before the end'}
          {dates.length > 3 && ' …'}
        </p>
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        <FormFoot form={form} action="Add to Schedule" away="Close" disabled={isLead} />
      </SheetFoot>
    </form>
  )
}

/** Each with its year where another year begins: a season may be far off. */
const datesText = (dates: ReturnType<typeof firstDates>, today: LocalDate): string =>
  dates
    .map(({ date, shifted }, at) => {
      const year = date.slice(0, 4)
      const isNewYear = year !== (dates[at - 1]?.date ?? today).slice(0, 4)
      return dayLabel(date) + (isNewYear ? `, ${year}` : '') + (shifted ? ' (shifted)' : '')
    })
    .join(' · ')

/** What the customer chose first, then everything on offer. */
function useServices(customer: AddValues['customer']) {
  const { data } = useQuery(api['GET /api/schedule/candidates'].query({ query: { limit: 1 } }))
  const all = data?.services ?? []
  const own = customer?.services ?? []
  const others = all.filter(({ key }) => !own.some((service) => service.key === key))
  const items = (services: typeof all) => services.map(({ key, label }) => ({ value: key, label }))
  const groups = own.length
    ? [
        { group: 'Chosen by the customer', items: items(own) },
        { group: 'All services', items: items(others) },
      ]
    : items(all)
  return { all: [...own, ...others], groups }
}

function ConvertLead({
  customer,
  onConverted,
}: {
  customer: Candidate
  onConverted: (customer: Candidate) => void
}) {
  const [busy, setBusy] = useState(false)
  const convert = async () => {
    setBusy(true)
    const answer = await api['POST /api/owner/customers/{id}/status'].safe({
      params: { id: customer.id },
      body: { status: 'active' },
    })
    setBusy(false)
    if (answer.ok) onConverted({ ...customer, status: 'active', disabled_reason: null })
    else toast.failed(answer.error, 'Failed to update status')
  }
  return (
    <Alert color="honey" variant="light" p="xs">
      <Group justify="space-between" gap="xs">
        <span>{customerRules.schedule({ status: 'lead' })?.sentence}</span>
        <Button size="compact-md" loading={busy} onClick={() => void convert()}>
          Convert and schedule
        </Button>
      </Group>
    </Alert>
  )
}
