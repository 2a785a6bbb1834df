import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { NewProduct, productUnits, type Product } from '../../../domain/product.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshProducts } from './queries.ts'

type Values = { name: string; epa_number: string; unit: Product['unit']; active: boolean }
type Props = { opened: boolean; onClose: () => void; product: Product | null }

const bodyOf = ({ epa_number, ...rest }: Values) => ({
  ...rest,
  epa_number: epa_number.trim() || null,
})

/** Adds a product, or changes one. */
export function ProductSheet({ opened, onClose, product }: Props) {
  const cache = useQueryClient()
  const form = useActionForm<Values, Product>({
    initialValues: {
      name: product?.name ?? '',
      epa_number: product?.epa_number ?? '',
      unit: product?.unit ?? 'oz',
      active: product?.active ?? true,
    },
    validate: (values) => bySchema(NewProduct)(bodyOf(values)),
    failure: 'Failed to save the product',
    send: (values) => {
      const body = NewProduct.parse(bodyOf(values))
      return product
        ? api['PATCH /api/owner/products/{id}']({ params: { id: product.id }, body })
        : api['POST /api/owner/products']({ body })
    },
    sent: async () => {
      await refreshProducts(cache)
      toast.done('Saved')
      onClose()
    },
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={product ? `Edit ${product.name}` : 'Add product'}
      action={product ? 'Save changes' : 'Add product'}
      size="sm"
    >
      <TextInput label="Name on the label" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="EPA registration number"
        description="As on the label, such as 524-475. Empty for fertilizer and the like."
        {...form.getInputProps('epa_number')}
      />
      <NativeSelect label="Unit" data={[...productUnits]} {...form.getInputProps('unit')} />
      <Switch label="Crews can choose it" {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormSheet>
  )
}
