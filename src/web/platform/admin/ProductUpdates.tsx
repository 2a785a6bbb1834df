import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useState } from 'react'
import type { ProductUpdate } from '../../../domain/flows/product-update.ts'
import { api } from '../../app/client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import css from '../../ui/rows.module.css'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'
import { ProductUpdateForm } from './ProductUpdateForm.tsx'

const refreshMs = 3000
const query = api['GET /api/admin/product-updates'].query()
const isMoving = ({ state, waiting }: ProductUpdate) => state !== 'draft' && waiting > 0

/** Writes to the people who chose news of the product, and follows what became of it. */
export function ProductUpdates() {
  const [writing, setWriting] = useState<ProductUpdate | 'new' | null>(null)
  const cache = useQueryClient()
  const list = useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data?.updates.some(isMoving) ? refreshMs : false),
  })
  return (
    <Stack gap="lg">
      {writing ? (
        <ProductUpdateForm
          key={writing === 'new' ? 'new' : writing.id}
          draft={writing === 'new' ? null : writing}
          close={() => setWriting(null)}
          changed={() => void cache.invalidateQueries({ queryKey: query.queryKey })}
        />
      ) : (
        <Group justify="space-between">
          <Text flex="1 1 280px">
            News of the product, by email to everybody who ticked “Product updates” in their
            account.
          </Text>
          <Button
            leftSection={<Newspaper size={17} aria-hidden />}
            onClick={() => setWriting('new')}
          >
            Write a product update
          </Button>
        </Group>
      )}
      <Card component="section" aria-labelledby="product-updates" padding="lg">
        <Title order={2} id="product-updates" mb="sm">
          Drafts and sent updates
        </Title>
        <Loaded of={list} failure="Failed to load product updates" skeleton={<Bars rows={3} />}>
          {({ updates }) =>
            updates.length === 0 ? (
              <EmptyState title="No product updates yet" icon={<Newspaper size={22} />} />
            ) : (
              <ul className={css.rows} aria-label="Product updates">
                {updates.map((one) => (
                  <Row key={one.id} update={one} open={writing ? null : () => setWriting(one)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Stack>
  )
}

type RowProps = { update: ProductUpdate; open: (() => void) | null }

function Row({ update, open }: RowProps) {
  const { subject, state, by_name, created_at, sent_at } = update
  const isDraft = state === 'draft'
  const by = by_name ? ` by ${by_name}` : ''
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{subject}</strong>
        <span className={css.soft}>
          {sent_at ? `Sent ${momentLabel(sent_at)}${by}` : `Begun ${momentLabel(created_at)}${by}`}
        </span>
        {!isDraft && <span className={css.soft}>{countsText(update)}</span>}
      </div>
      <div className={css.chips}>
        {isDraft ? (
          <StatusChip tone="calm">Draft</StatusChip>
        ) : (
          <StatusChip tone={isMoving(update) ? 'info' : 'good'}>
            {isMoving(update) ? 'Sending' : 'Sent'}
          </StatusChip>
        )}
      </div>
      {isDraft && open && (
        <Button variant="default" size="sm" aria-label={`Open the draft ${subject}`} onClick={open}>
          Open
        </Button>
      )}
    </li>
  )
}

/** '120 people chose it · 117 sent · 2 failed · 1 not sent · 3 unsubscribed'. */
function countsText({ people, sent, waiting, failed, refused, unsubscribed }: ProductUpdate) {
  return [
    `${peopleText(people)} chose it`,
    `${sent} sent`,
    waiting ? `${waiting} waiting` : '',
    failed ? `${failed} failed` : '',
    refused ? `${refused} not sent, as they changed their mind or left` : '',
    unsubscribed ? `${unsubscribed} unsubscribed` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const peopleText = (count: number): string => (count === 1 ? 'One person' : `${count} people`)
