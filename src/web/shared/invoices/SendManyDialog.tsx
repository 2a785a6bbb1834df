import { List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { reloadBilling } from '../money/billing-queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'

type Preview = Answer<Calls['POST /api/invoices/send-many']>
type Props = { ids: readonly string[]; onClose: () => void; sent: () => void }

/** Says how many bills go out and who gets none, before it sends them. */
export function SendManyDialog({ ids, onClose, sent }: Props) {
  const [key] = useState(newIdempotencyKey)
  const preview = useQuery({
    queryKey: ['send-many', ids],
    queryFn: () => api['POST /api/invoices/send-many']({ body: { ids: [...ids], dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
  })
  const count = preview.data?.count
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Send these invoices?"
      confirm={
        count === undefined ? 'Send' : `Send ${count} ${count === 1 ? 'invoice' : 'invoices'}`
      }
      failure="Failed to send the invoices"
      onConfirm={async () => {
        await api['POST /api/invoices/send-many']({
          body: { ids: [...ids], dry_run: false },
          idempotency_key: key,
        })
        sent()
        await reloadBilling()
      }}
    >
      <Loaded
        of={preview}
        failure="Failed to check the invoices"
        skeleton={<Bars rows={1} height={48} />}
      >
        {(data) => <Found preview={data} />}
      </Loaded>
    </ConfirmDialog>
  )
}

const Found = ({ preview: { count, total_cents, none } }: { preview: Preview }) => (
  <Stack gap="sm">
    <Text>
      {count === 0
        ? 'None of them can go out.'
        : `${count} ${count === 1 ? 'invoice goes' : 'invoices go'} out by email or text, ${formatCents(total_cents)} in all, each with a link to pay.`}
    </Text>
    {none.length > 0 && (
      <>
        <Text fw={600}>
          {none.length} {none.length === 1 ? 'gets' : 'get'} none
        </Text>
        <List>
          {none.map(({ id, number, customer_name, reason }) => (
            <List.Item key={id}>
              {customer_name ?? 'Customer'}
              {number !== null && ` (#${number})`}: {reason}
            </List.Item>
          ))}
        </List>
      </>
    )}
  </Stack>
)
