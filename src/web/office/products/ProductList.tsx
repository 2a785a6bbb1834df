import { Button, Card, Group, Text, Title, NativeSelect, Switch, TextInput } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import { type Product, NewProduct, productUnits } from '../../../domain/flows/product.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from '../../ui/rows.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshProducts } from './queries.ts'

/** The products crews choose from. */
export function ProductList({ products }: { products: readonly Product[] }) {
  const sheet = useSheet<{ product: Product | null }>('product')
  return (
    <Card component="section" aria-labelledby="product-list">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="product-list" fz="h3">
          Products
        </Title>
        <Button
          variant="default"
          leftSection={<Plus size={17} aria-hidden />}
          onClick={() => sheet.show({ product: null })}
        >
          Add product
        </Button>
      </Group>
      {products.length === 0 && (
        <Text c="dimmed">
          Add what your crews apply. Then turn on “Record products applied” for the services that
          need it.
        </Text>
      )}
      <ul className={css.rows} aria-label="Products">
        {products.map((product) => (
          <li key={product.id} className={css.row}>
            <div className={css.who}>
              <strong>{product.name}</strong>
              <span className={css.soft}>
                {product.epa_number ? `EPA Reg. No. ${product.epa_number}` : 'No EPA number'} ·{' '}
                {product.unit}
              </span>
            </div>
            {!product.active && <StatusChip>Not used</StatusChip>}
            <Button
              variant="default"
              size="xs"
              leftSection={<Pencil size={15} aria-hidden />}
              aria-label={`Edit ${product.name}`}
              onClick={() => sheet.show({ product })}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      <ProductSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        product={sheet.about?.product ?? null}
      />
    </Card>
  )
}

type Values = { name: string; epa_number: string; unit: Product['unit']; active: boolean }
type Props = { opened: boolean; onClose: () => void; product: Product | null }

const bodyOf = ({ epa_number, ...rest }: Values) => ({
  ...rest,
  epa_number: epa_number.trim() || null,
})

/** Adds a product, or changes one. */
function ProductSheet({ opened, onClose, product }: Props) {
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
