import { Button, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash } from 'lucide-react'
import { todayIn } from '../../../domain/dates.ts'
import {
  amountText,
  Applied,
  productUnits,
  type Product,
  type VisitProduct,
} from '../../../domain/product.ts'
import type { Visit } from '../../../domain/visit.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { useToday, useZone } from '../../today.ts'
import { openLayer } from '../../ui/sheet-stack.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWaiting, useWorker } from '../../outbox/outbox.ts'
import type { ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { cachedVisit } from '../../visits/queries.ts'
import { VisitProducts } from '../../visits/VisitProducts.tsx'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { layOver } from '../../outbox/laid.ts'
import { useStopForm } from './stop-form.ts'
import { laterWords } from './later-words.ts'
import { VoidProductSheet, voidSheet } from './VoidProduct.tsx'
import { crewWords } from './words.ts'

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

export type FormProps = { visit: Visit; opened: boolean; onClose: () => void }

/** One product that was applied at a stop: how much of it, where, and in which weather. */
export function ProductForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(crewWords)
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
        title={words.productsOf(customerText(visit))}
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
  const words = useWords(crewWords)
  return (
    <>
      <NativeSelect
        label={words.product}
        size="md"
        data={[
          { value: '', label: words.choose },
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
  const words = useWords(crewWords)
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
