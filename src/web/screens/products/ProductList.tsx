import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Pencil, Plus } from 'lucide-react'
import type { Product } from '../../../domain/product.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from '../../ui/rows.module.css'
import { ProductSheet } from './ProductSheet.tsx'

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
