import { Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Applied, productUnits, type Product } from '../../../domain/product.ts'
import type { Visit } from '../../../domain/visit.ts'
import { api } from '../../client.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWaiting, useWorker } from '../../outbox/outbox.ts'
import type { ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { cachedVisit } from '../../visits/queries.ts'
import { VisitProducts } from '../../visits/VisitProducts.tsx'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { layOver } from './laid.ts'
import { useStopForm } from './stop-form.ts'
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
  const [laid] = layOver([cachedVisit(visit.id) ?? visit], useWaiting())
  const form = useStopForm<Values>(
    { name: 'products', visit, opened },
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
      sent: (isSaved) => isSaved && onClose(),
    },
  )
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.productsOf(customerText(visit))}
      action={words.saveProduct}
    >
      <VisitProducts products={laid?.products ?? []} />
      {list.data && products.length === 0 && <Text>{words.noProducts}</Text>}
      <Fields form={form} products={products} />
    </FormSheet>
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
