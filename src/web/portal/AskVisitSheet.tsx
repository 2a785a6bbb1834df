import { Alert, Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressLine } from '../../domain/base/contact.ts'
import type { CustomerStatus, ServiceLocation } from '../../domain/customers/customer.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { formatCents } from '../../domain/base/money.ts'
import { reasonLimit } from '../../domain/schedule/request.ts'
import type { OfferedService } from '../../domain/base/service.ts'
import { showsPrice } from '../../domain/flows/signup.ts'
import {
  visitRequestRules,
  wishedDayProblem,
  type VisitDays,
  type VisitRequest,
} from '../../domain/schedule/visit-request.ts'
import { api, newIdempotencyKey } from '../app/client.ts'
import { refusalText, useWords } from '../app/words.ts'
import { useMe } from '../app/me.ts'
import { useActionForm, type ActionForm } from '../ui/action-form.ts'
import { DateField } from '../ui/DateField.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { Unsaved } from '../ui/unsaved.tsx'
import { askVisitWords } from '../../words/en/ask-visit.ts'
import { locationsQuery, reloadHome, servicesQuery, visitDaysQuery } from './queries.ts'
import { homeQuery } from '../shared/home-query.ts'

type Props = { status: CustomerStatus; onClose: () => void }

/** Asks the business for a visit that is not planned. */
export default function AskVisitSheet({ status, onClose }: Props) {
  const words = useWords(askVisitWords)
  const open = useOpenRequests()
  const refusal = visitRequestRules.ask({ status, open })
  return (
    <Sheet opened onClose={onClose} title={words.title} size="sm">
      {refusal ? (
        <Stack>
          <Alert color="honey" variant="light">
            {refusalText(refusal)}
          </Alert>
          <Button variant="default" mih={44} onClick={onClose}>
            {words.close}
          </Button>
        </Stack>
      ) : (
        <AskParts onClose={onClose} />
      )}
    </Sheet>
  )
}

const useOpenRequests = (): number =>
  useQuery({
    ...homeQuery,
    select: ({ visit_requests }) =>
      visit_requests.filter(({ status }) => status === 'requested').length,
  }).data ?? 0

/** The form, once what it offers is here. */
function AskParts({ onClose }: { onClose: () => void }) {
  const words = useWords(askVisitWords)
  const services = useQuery(servicesQuery)
  const places = useQuery(locationsQuery)
  const days = useQuery(visitDaysQuery)
  const skeleton = <Bars rows={4} height={56} />
  return (
    <Loaded of={services} failure={words.failed} skeleton={skeleton}>
      {(offer) => (
        <Loaded of={places} failure={words.failed} skeleton={skeleton}>
          {({ locations }) => (
            <Loaded of={days} failure={words.failed} skeleton={skeleton}>
              {(known) => (
                <AskForm
                  services={offer.services}
                  places={locations}
                  days={known}
                  onClose={onClose}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Values = {
  service_key: string
  location_id: string | null
  wished_on: LocalDate | null
  note: string
}
/** Of the choice that is described instead. */
const otherwise = 'other'

type FormProps = {
  services: readonly OfferedService[]
  places: readonly ServiceLocation[]
  days: VisitDays
  onClose: () => void
}

function useAskForm({ services, places, onClose }: FormProps): ActionForm<Values> {
  const words = useWords(askVisitWords)
  const [key, setKey] = useState(newIdempotencyKey)
  const only = services.length === 1 ? services[0]!.key : null
  return useActionForm<Values, VisitRequest>({
    initialValues: {
      service_key: only ?? (services.length === 0 ? otherwise : ''),
      location_id: places.find(({ is_default }) => is_default)?.id ?? null,
      wished_on: null,
      note: '',
    },
    onValuesChange: () => setKey(newIdempotencyKey()),
    validate: {
      service_key: (chosen: string) => (chosen === '' ? words.serviceMissing : null),
      note: (text: string, { service_key }: Values) =>
        service_key === otherwise && !text.trim() ? words.noteMissing : null,
    },
    failure: words.sendFailed,
    send: ({ service_key, location_id, wished_on, note }) =>
      api['POST /api/users/visit-requests']({
        body: {
          service_key: service_key === otherwise ? null : service_key,
          // The default address is wherever the customer lives by then.
          location_id: places.find(({ id }) => id === location_id)?.is_default ? null : location_id,
          wished_on,
          note: note.trim() || null,
        },
        idempotency_key: key,
      }),
    sent: async () => {
      toast.done(words.sent)
      onClose()
      await reloadHome()
    },
  })
}

function AskForm(props: FormProps) {
  const { services, places, days } = props
  const words = useWords(askVisitWords)
  const business = useMe().organization_name ?? words.theBusiness
  const form = useAskForm(props)
  const { values } = form
  const isDescribed = values.service_key === otherwise
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack inert={form.sending}>
        <Text>{words.about(business)}</Text>
        {services.length > 0 && (
          <Select
            label={words.service}
            placeholder={words.choose}
            data={[
              ...services.map((one) => ({ value: one.key, label: offerText(one) })),
              { value: otherwise, label: words.somethingElse },
            ]}
            allowDeselect={false}
            value={values.service_key || null}
            onChange={(service_key) => form.setValues({ service_key: service_key ?? '' })}
            error={form.errors.service_key}
          />
        )}
        {places.length > 1 && (
          <Select
            label={words.where}
            data={places.map(({ id, ...place }) => ({ value: id, label: addressLine(place) }))}
            allowDeselect={false}
            value={values.location_id}
            onChange={(location_id) => form.setValues({ location_id })}
            error={form.errors.location_id}
          />
        )}
        <DateField
          label={words.day}
          placeholder={words.anyDay}
          description={words.dayAbout}
          clearable
          value={values.wished_on}
          onChange={(wished_on) => form.setValues({ wished_on })}
          minDate={days.from}
          maxDate={days.until}
          refuse={(date) => (wishedDayProblem(date, days) ? words.closedDay : null)}
          error={form.errors.wished_on}
        />
        <Textarea
          label={isDescribed ? words.describe : words.note}
          description={words.left(reasonLimit - values.note.trim().length)}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={reasonLimit}
          {...form.getInputProps('note')}
        />
        <Unsaved values={values} />
        <FormProblem text={form.problem} />
        <Button type="submit" mih={44} loading={form.sending}>
          {words.send}
        </Button>
      </Stack>
    </form>
  )
}

const offerText = ({ label, price_cents }: OfferedService): string =>
  showsPrice(price_cents) ? `${label}, ${formatCents(price_cents)}` : label
