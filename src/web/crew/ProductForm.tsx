import { Button, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash } from 'lucide-react'
import { todayIn } from '../../domain/base/dates.ts'
import {
  amountText,
  Applied,
  productUnits,
  type Product,
  type VisitProduct,
} from '../../domain/flows/product.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { api } from '../app/client.ts'
import { useMe } from '../app/me.ts'
import { useToday, useZone } from '../app/today.ts'
import { openLayer } from '../ui/sheet-stack.ts'
import { doAt } from '../shared/outbox/acts.ts'
import { useWaiting, useWorker } from '../shared/outbox/outbox.ts'
import { type ActionForm, useActionForm } from '../ui/action-form.ts'
import { bySchema } from '../ui/by-schema.ts'
import { FormSheet } from '../ui/FormSheet.tsx'
import { cachedVisit } from '../shared/visits/queries.ts'
import { VisitProducts } from '../shared/visits/VisitRecord.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { useWords } from '../app/words.ts'
import { layOver } from '../shared/outbox/with-unsent.ts'
import { useStopForm } from './stop-form.ts'
import { laterWords } from '../../words/en/crew-later.ts'
import { crewWords } from '../../words/en/crew.ts'
import { voidReasonMax } from '../../domain/flows/product-void.ts'
import { Pills } from '../ui/Pills.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import type { FormProps } from './stop-form.ts'

const productsQuery = api['GET /api/products'].query()

type Values = {
  product_id: string
  amount: number | string
  unit: string
  area: string
  target: string
  method: string
  wind_mph: number | string
  temperature_f: number | string
}
const numberOf = (value: number | string) => (value === '' ? null : Number(value))

/** What the phone sends of the form. */
const appliedOf = (values: Values, products: readonly Product[]) => {
  const product = products.find(({ id }) => id === values.product_id)
  const { area, target, method } = values
  return {
    product_id: values.product_id,
    product_name: product?.name ?? '',
    epa_number: product?.epa_number ?? null,
    amount: values.amount === '' ? undefined : Number(values.amount),
    unit: values.unit,
    area: area.trim() || null,
    target: target.trim() || null,
    method: method.trim() || null,
    wind_mph: numberOf(values.wind_mph),
    temperature_f: numberOf(values.temperature_f),
  }
}

/** One product that was applied at a stop: how much of it, where, and in which weather. */
export function ProductForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(laterWords)
  const { productsOf } = useWords(crewWords)
  const worker = useWorker()
  const list = useQuery(productsQuery)
  const all = list.data?.products ?? []
  const products = all.filter(({ active }) => active)
  const form = useStopForm<Values>(
    { name: 'products', visit, opened, onClose },
    {
      initialValues: {
        product_id: '',
        amount: '',
        unit: 'oz',
        area: '',
        target: '',
        method: '',
        wind_mph: '',
        temperature_f: '',
      },
      validate: (values) =>
        values.product_id === ''
          ? { product_id: words.chooseProduct }
          : bySchema(Applied)(appliedOf(values, all)),
      failure: words.chooseProduct,
      send: (values) => {
        const applied = Applied.parse(appliedOf(values, all))
        return doAt(visit, worker, 'apply_product', { applied })
      },
    },
  )
  return (
    <>
      <FormSheet
        form={form}
        opened={opened}
        onClose={onClose}
        title={productsOf(customerText(visit))}
        action={words.saveProduct}
      >
        <Recorded visit={visit} />
        {list.data && products.length === 0 && <Text>{words.noProducts}</Text>}
        <Fields form={form} products={products} />
      </FormSheet>
      <VoidProductSheet />
    </>
  )
}

/** What was recorded so far; one's own of today can be voided. */
function Recorded({ visit }: { visit: Visit }) {
  const words = useWords(laterWords)
  const { name } = useMe()
  const zone = useZone()
  const today = useToday()
  const [laid] = layOver([cachedVisit(visit.id) ?? visit], useWaiting())
  const products = laid?.products ?? []
  const isOwn = ({ by, at }: VisitProduct) =>
    (by === null || by === name) && todayIn(zone, at) === today
  return (
    <>
      <VisitProducts products={products} />
      {products.filter(isOwn).map((product) => (
        <Button
          key={product.id}
          variant="default"
          size="md"
          leftSection={<CircleSlash size={18} aria-hidden />}
          onClick={() => openLayer({ name: voidSheet, id: product.id, about: { visit, product } })}
        >
          {words.voidProduct(`${product.product_name}, ${amountText(product)}`)}
        </Button>
      ))}
    </>
  )
}

type FieldsProps = { form: ActionForm<Values>; products: readonly Product[] }

function Fields({ form, products }: FieldsProps) {
  const words = useWords(laterWords)
  const { choose } = useWords(crewWords)
  return (
    <>
      <NativeSelect
        label={words.product}
        size="md"
        data={[
          { value: '', label: choose },
          ...products.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('product_id')}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue('product_id', value)
          const unit = products.find(({ id }) => id === value)?.unit
          if (unit) form.setFieldValue('unit', unit)
        }}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={words.amount}
          size="md"
          min={0}
          hideControls
          inputMode="decimal"
          {...form.getInputProps('amount')}
        />
        <NativeSelect
          label={words.unit}
          size="md"
          data={[...productUnits]}
          {...form.getInputProps('unit')}
        />
      </Group>
      <Circumstances form={form} />
    </>
  )
}

/** Where, against what, how, and in which weather. */
function Circumstances({ form }: Pick<FieldsProps, 'form'>) {
  const words = useWords(laterWords)
  const texts = [
    ['area', words.area, words.areaExample],
    ['target', words.target, words.targetExample],
    ['method', words.method, words.methodExample],
  ] as const
  return (
    <>
      {texts.map(([name, label, placeholder]) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          size="md"
          maxLength={120}
          {...form.getInputProps(name)}
        />
      ))}
      <Group grow align="flex-start">
        <NumberInput
          label={words.wind}
          size="md"
          hideControls
          inputMode="decimal"
          {...form.getInputProps('wind_mph')}
        />
        <NumberInput
          label={words.temperature}
          size="md"
          hideControls
          {...form.getInputProps('temperature_f')}
        />
      </Group>
    </>
  )
}

type About = { visit: Visit; product: VisitProduct }

const voidSheet = 'void-product'

/** Over the sheet of the stop's products. */
function VoidProductSheet() {
  const sheet = useSheet<About>(voidSheet)
  return (
    sheet.about && (
      <VoidForm key={sheet.key} {...sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}

/** Why a record is wrong; it stays on record. */
function VoidForm({ visit, product, ...sheet }: About & { opened: boolean; onClose: () => void }) {
  const words = useWords(laterWords)
  const { sayWhy, why, reason } = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ reason: string }, boolean>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : sayWhy) },
    failure: sayWhy,
    send: (values) =>
      doAt(visit, worker, 'void_product', { item: product.id, text: values.reason.trim() }),
    sent: (isSaved) => isSaved && sheet.onClose(),
  })
  return (
    <FormSheet
      form={form}
      size="sm"
      title={words.voidProduct(`${product.product_name}, ${amountText(product)}`)}
      action={words.saveVoid}
      {...sheet}
    >
      <Text fz="sm">{words.voidAbout}</Text>
      <Pills
        legend={why}
        options={words.voidWhys.map((one) => ({ value: one, label: one }))}
        value={form.values.reason}
        onChange={(one) => form.setFieldValue('reason', one)}
      />
      <TextInput
        label={reason}
        size="md"
        maxLength={voidReasonMax}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
