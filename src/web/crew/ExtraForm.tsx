import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { extraText } from '../../domain/flows/extra-text.ts'
import { extraNoteMax, type OfferedService } from '../../domain/flows/extra-work.ts'
import { parseQuantity } from '../../domain/money/invoice-lines.ts'
import { formatCents } from '../../domain/base/money.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { api } from '../app/client.ts'
import { useMe } from '../app/me.ts'
import { doAt, takeBackExtra } from '../shared/outbox/acts.ts'
import { useWaiting, useWorker } from '../shared/outbox/outbox.ts'
import type { ActionForm } from '../ui/action-form.ts'
import { FormSheet } from '../ui/FormSheet.tsx'
import { cachedVisit } from '../shared/visits/queries.ts'
import { VisitExtras } from '../shared/visits/VisitExtras.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { useWords } from '../app/words.ts'
import { extraWords } from '../../words/en/extra-work.ts'
import { layOver } from '../shared/outbox/with-unsent.ts'
import { useStopForm, type FormProps } from './stop-form.ts'

const servicesQuery = api['GET /api/crew/services'].query()
const other = 'other'

type Values = { service: string; description: string; quantity: string; note: string }

/** What the customer asked for at the door: from the list, or in words. */
export function ExtraForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(extraWords)
  const worker = useWorker()
  const services = useQuery(servicesQuery).data?.services ?? noServices
  const named = (id: string) => services.find((one) => one.id === id)
  const form = useStopForm<Values>(
    { name: 'extra-work', visit, opened, onClose },
    {
      initialValues: { service: '', description: '', quantity: '1', note: '' },
      validate: {
        service: (id) => (id === '' ? words.chooseFirst : null),
        description: (text, { service }) =>
          service === other && !text.trim() ? words.sayWhat : null,
        quantity: (text) => (parseQuantity(text) === null ? words.badQuantity : null),
      },
      failure: words.chooseFirst,
      send: ({ service, description, quantity, note }) =>
        doAt(visit, worker, 'extra_work', {
          ...(note.trim() && { text: note.trim() }),
          extra: {
            service_id: named(service)?.id ?? null,
            description: named(service)?.name.slice(0, longest) ?? description.trim(),
            quantity: parseQuantity(quantity)!,
          },
        }),
    },
  )
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.title(customerText(visit))}
      action={words.save}
      size="sm"
    >
      <Added visit={visit} />
      <Fields form={form} services={services} />
    </FormSheet>
  )
}

const noServices: readonly OfferedService[] = []
const longest = 200

function Fields({ form, services }: { form: ActionForm<Values>; services: typeof noServices }) {
  const words = useWords(extraWords)
  return (
    <>
      <Text fz="sm">{words.about}</Text>
      <NativeSelect
        label={words.what}
        size="md"
        data={[
          { value: '', label: words.choose },
          ...services.map(({ id, name, price_cents }) => ({
            value: id,
            label: price_cents === null ? name : `${name}, ${formatCents(price_cents)}`,
          })),
          { value: other, label: words.other },
        ]}
        {...form.getInputProps('service')}
      />
      {form.values.service === other && (
        <TextInput
          label={words.describe}
          placeholder={words.example}
          size="md"
          maxLength={longest}
          {...form.getInputProps('description')}
        />
      )}
      <TextInput
        label={words.quantity}
        size="md"
        inputMode="decimal"
        {...form.getInputProps('quantity')}
      />
      <Textarea
        label={words.note}
        size="md"
        autosize
        minRows={2}
        maxLength={extraNoteMax}
        {...form.getInputProps('note')}
      />
    </>
  )
}

/** What was added so far; a mistake of one's own is taken back until the office has dealt with it. */
function Added({ visit }: { visit: Visit }) {
  const words = useWords(extraWords)
  const worker = useWorker()
  const { name } = useMe()
  const [laid] = layOver([cachedVisit(visit.id) ?? visit], useWaiting())
  const extras = laid?.extras ?? []
  if (extras.length === 0) return null
  return (
    <section aria-label={words.added}>
      <VisitExtras extras={extras} />
      {extras
        .filter(({ state, by }) => state === 'waiting' && (by === null || by === name))
        .map((extra) => (
          <Button
            key={extra.id}
            variant="default"
            size="md"
            mt="xs"
            leftSection={<Undo2 size={18} aria-hidden />}
            onClick={() => void takeBackExtra(visit, worker, extra.id)}
          >
            {words.undoOf(extraText(extra))}
          </Button>
        ))}
    </section>
  )
}
