import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { lookalikeText, type Customer, type Lookalike } from '../../../domain/customers/customer.ts'
import { api } from '../../app/client.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import classes from './customers.module.css'
import { customerName } from '../../shared/customers/queries.ts'

/** For an apartment building. */
const shownAtFirst = 3

const MergeSheet = lazy(() => import('./MergeSheet.tsx'))

/**
 * Other customers with the same e-mail address, phone number or address: possibly the same person,
 * to be merged.
 */
export default function Duplicates({ customer }: { customer: Customer }) {
  const merging = useSheet<Lookalike>('merge')
  const [isOpen, setOpen] = useState(false)
  const { email, phone_number, street, zip } = customer
  const query = {
    ...(email ? { email } : {}),
    ...(phone_number ? { phone_number } : {}),
    ...(street && zip ? { street, zip } : {}),
    except: customer.id,
  }
  const found =
    useQuery(api['GET /api/owner/customers/duplicates'].query({ query })).data?.duplicates ?? []
  return (
    <>
      {found.slice(0, isOpen ? undefined : shownAtFirst).map((one) => (
        <fieldset
          key={one.id}
          className={classes.wishes}
          aria-label={`${customerName(customer)} may be a duplicate`}
        >
          <span>{lookalikeText(one)}</span>
          <Group gap={8}>
            <Button
              size="xs"
              variant="default"
              aria-label={`Merge ${customerName(customer)} with ${customerName(one)}`}
              onClick={() => merging.show(one)}
            >
              Merge…
            </Button>
          </Group>
        </fieldset>
      ))}
      {found.length > shownAtFirst && !isOpen && (
        <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
          {found.length - shownAtFirst} more
        </Button>
      )}
      {merging.about && (
        <Suspense>
          <MergeSheet
            key={merging.key}
            customer={customer}
            other={merging.about}
            opened={merging.opened}
            onClose={merging.hide}
          />
        </Suspense>
      )}
    </>
  )
}
