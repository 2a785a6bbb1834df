import { Alert, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Candidate } from '../../../../api/candidates.ts'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { placeWarnings } from '../../../../domain/schedule/placement.ts'
import type { OpenVisitRequest } from '../../../../domain/schedule/visit-request.ts'
import { recurrenceText } from '../../../../domain/schedule/recurrence-text.ts'
import { api } from '../../../app/client.ts'
import css from '../../../ui/forms.module.css'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import { type Calendar, useSlots } from '../../../shared/visits/calendar.ts'
import { factsAbout } from '../../../shared/visits/drop-targets.ts'
import { FreeTimes } from '../../../shared/visits/FreeTimes.tsx'
import { organizationQuery, useWindow } from '../../../shared/visits/queries.ts'
import { TeamField } from '../../../shared/visits/TeamField.tsx'
import { askedText } from '../../../shared/visits/VisitRequestsBanner.tsx'
import {
  datesText,
  firstDates,
  forCustomer,
  forRequest,
  newAdd,
  recurrenceOf,
  repeatBy,
  usualPlace,
  type AddValues,
} from './add-rule.ts'
import { AddRepeat, EndDate } from './AddRepeat.tsx'
import { AddressField, BillingField } from './BillingFields.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { AddOptions } from './RepeatFields.tsx'
import { serviceChoice } from './service-choice.ts'
import { useAddForm, type Add } from './use-add-form.ts'
import { ToldLater } from './ToldLater.tsx'

/** The place or the customer whose plus was pressed. */
export type AddStart = {
  date?: LocalDate
  team_id?: string | null
  customer_id?: string
  /** The customer's request for a visit that this answers. */
  request_id?: string
}

export type AddFormProps = {
  onClose: () => void
  calendar: Calendar
  start?: AddStart
  onAdded: (date: LocalDate | null) => void
  customer?: Candidate
  /** The visit the customer asks for. */
  asked?: OpenVisitRequest | undefined
  /** Why the customer the form was opened for was not chosen. */
  unfit?: string
}

export function AddForm(props: AddFormProps) {
  const { onClose, calendar, start, onAdded, customer, asked, unfit } = props
  const leave = useWhileHere((date: LocalDate | null) => {
    onAdded(date)
    onClose()
  })
  const usual = usualPlace(calendar)
  const blank = newAdd(
    start?.date ?? usual.date,
    start?.team_id === undefined ? usual.team_id : start.team_id,
  )
  const chosen = forCustomer(blank, customer ?? null)
  const add = useAddForm(asked ? forRequest(chosen, asked) : chosen, leave)
  const { form } = add
  const { values } = form
  const services = useServices(values.customer)
  const service = services.all.find(({ key }) => key === values.service_key)
  const dates = useFirstDates(values, calendar)
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending}>
        {asked && values.visit_request_id === asked.id && <Asked request={asked} />}
        <CustomerFields add={add} unfit={unfit} services={services.groups} service={service} />
        <AddRepeat add={add} today={calendar.today} />
        <SlotFields
          form={form}
          calendar={calendar}
          minutes={service?.estimated_minutes ?? null}
          first={dates[0]?.date ?? values.start_date}
        />
        <Doubts values={values} calendar={calendar} service={service} first={dates[0]?.date} />
        <AddOptions
          values={values}
          onChange={(next) => form.setValues(repeatBy(values, next))}
          first={values.start_date}
          errors={form.errors}
          inUse={values.notes !== '' || values.location_id !== null}
          isWrong={optional.some((field) => form.errors[field] !== undefined)}
        >
          <EndDate form={form} />
          {values.customer && (
            <AddressField
              key={values.customer.id}
              customer_id={values.customer.id}
              value={values.location_id}
              onChange={(location_id) => form.setValues({ location_id })}
              error={form.errors.location_id as string | undefined}
            />
          )}
          <PriceAndBilling form={form} usual={service?.price_cents ?? null} />
          <Textarea
            label="Notes"
            autosize
            minRows={2}
            maxLength={2000}
            value={values.notes}
            onChange={(event) => form.setValues({ notes: event.currentTarget.value })}
            error={form.errors.notes}
          />
        </AddOptions>
        <p className={css.preview}>
          <strong>{recurrenceText(recurrenceOf(values))}:</strong>{' '}
          {datesText(dates, calendar.today)}
        </p>
        <ToldLater />
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        <FormFoot
          form={form}
          action={values.customer?.status === 'lead' ? 'Convert and schedule' : 'Add to Schedule'}
          away="Close"
        />
      </SheetFoot>
    </form>
  )
}

/** What stands behind More options. */
const optional = ['end_date', 'weekdays', 'location_id', 'price', 'billing_mode', 'notes']

type DoubtsProps = {
  values: AddValues
  calendar: Calendar
  service: Candidate['services'][number] | undefined
  /** The date it begins with, as the calendar shifts it. */
  first: LocalDate | undefined
}

/** What speaks against the chosen day and time, before anything is added. */
function Doubts({ values, calendar, service, first }: DoubtsProps) {
  const { start_minutes, team_id, customer } = values
  const date = first ?? values.start_date
  const others = useWindow(date, date).data?.occurrences ?? []
  const organization = useQuery(organizationQuery).data
  const warnings = placeWarnings(
    { date, start_minutes, team_id, duration_minutes: service?.estimated_minutes ?? 60 },
    {
      ...factsAbout({ ...calendar, organization }, customer ?? { available_days: [], zip: null }),
      others: others.filter((visit) => !visit.skipped && visit.team_id === team_id),
    },
  )
  if (warnings.length === 0) return null
  return (
    <Alert color="honey" variant="light" p="xs">
      <output>{warnings.map(({ sentence }) => sentence).join(' ')}</output>
    </Alert>
  )
}

/** What the customer asked for, in their words. */
const Asked = ({ request }: { request: OpenVisitRequest }) => (
  <Alert color="honey" variant="light" p="xs" title="The customer asks for this visit">
    {askedText(request)}
    {request.note && <em> “{request.note}”</em>}
  </Alert>
)

type PriceProps = Pick<Add, 'form'> & {
  /** What the service costs, in cents. */
  usual: number | null
}

function PriceAndBilling({ form: { values, errors, setValues }, usual }: PriceProps) {
  const settings = useQuery(organizationQuery).data?.schedule_settings
  return (
    <div className={css.row}>
      <TextInput
        label="Price of a visit"
        inputMode="decimal"
        leftSection="$"
        placeholder={usual === null ? 'From the catalog' : (usual / 100).toFixed(2)}
        value={values.price}
        onChange={(event) => setValues({ price: event.currentTarget.value.trim() })}
        error={errors.price}
      />
      <BillingField
        value={values.billing_mode}
        usual={settings?.billing_mode}
        onChange={(billing_mode) => setValues({ billing_mode })}
      />
    </div>
  )
}

function useServices(customer: AddValues['customer']) {
  const { data } = useQuery(api['GET /api/schedule/candidates'].query({ query: { limit: 1 } }))
  return serviceChoice(customer?.services ?? [], data?.services ?? [])
}

function useFirstDates(values: AddValues, { business_hours, closed_dates }: Calendar) {
  // A season may be far off: the calendar of the page knows the closed days of some months only.
  const closed = useQuery(organizationQuery).data?.closed_dates ?? []
  return firstDates(values, business_hours, [...closed_dates.map(({ date }) => date), ...closed])
}

type SlotProps = Pick<Add, 'form'> & {
  calendar: Calendar
  /** How long the service takes. */
  minutes: number | null
  /** The date it begins with, as the calendar shifts it. */
  first: LocalDate
}

function SlotFields({ form, calendar, minutes, first }: SlotProps) {
  const { values, errors, setValues } = form
  const slots = useSlots(calendar.business_hours, values.start_date, minutes)
  return (
    <>
      <div className={css.row}>
        <TimeField
          label="Start time"
          placeholder="No time"
          clearable
          value={values.start_minutes}
          onChange={(start_minutes) => setValues({ start_minutes })}
          slots={slots}
          error={errors.start_minutes ?? errors.start_time}
        />
        <TeamField
          teams={calendar.teams}
          value={values.team_id}
          onChange={(team_id) => setValues({ team_id })}
          error={errors.team_id}
        />
      </div>
      <FreeTimes
        date={first}
        minutes={minutes}
        team_id={values.team_id}
        value={values.start_minutes}
        onPick={(start_minutes) => setValues({ start_minutes })}
      />
    </>
  )
}
