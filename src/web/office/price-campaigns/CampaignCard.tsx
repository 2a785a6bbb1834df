import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { DoneLine, LineOutcome, PriceCampaign } from '../../../domain/money/price-campaign.ts'
import { api } from '../../app/client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { dateLabel, momentLabel } from '../../ui/when.ts'
import { campaignQuery, campaignsQuery, raiseText } from './campaign-draft.ts'
import { totalsText, ToldButton, Unreached } from './CampaignPreview.tsx'
import { LinesTable } from './LinesTable.tsx'

const stateChips: Record<PriceCampaign['state'], readonly [string, Tone]> = {
  planned: ['Planned', 'info'],
  in_force: ['In force', 'good'],
  undone: ['Undone', 'calm'],
}

type Props = { campaign: PriceCampaign; isOpen: boolean; toggle: () => void }

/** A campaign: what it raised, who agreed, and whether it can still be undone. */
export function CampaignCard({ campaign: one, isOpen, toggle }: Props) {
  const [label, tone] = stateChips[one.state]
  return (
    <Card padding="lg">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div>
            <Title order={2} fz="lg">
              {raiseText(one.raise)} more from {dateLabel(one.effective_on)}
            </Title>
            <Text c="dimmed" fz="sm">
              {momentLabel(one.created_at)}
              {one.author_name ? ` · ${one.author_name}` : ''}
            </Text>
          </div>
          <StatusChip tone={tone}>{label}</StatusChip>
        </Group>
        <Text>{totalsText(one.totals)}</Text>
        <Text aria-live="polite">{progressText(one)}</Text>
        <UndoLine campaign={one} />
        <Group gap="sm">
          <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide customers' : 'Show customers'}
          </Button>
          {one.state !== 'undone' && one.undo.refusal === null && <UndoButton campaign={one} />}
        </Group>
        {isOpen && <Lines id={one.id} />}
      </Stack>
    </Card>
  )
}

/** '2 of 3 agreed · 1 has not answered · 40 told · 12 still to tell'. */
function progressText(one: PriceCampaign): string {
  const { asks } = one.totals
  return [
    asks ? `${one.agreed} of ${asks} agreed` : 'Nobody has to agree',
    one.waiting ? `${one.waiting} ${one.waiting === 1 ? 'has' : 'have'} not answered` : '',
    one.declined ? `${one.declined} said no` : '',
    one.told ? `${one.told} told` : '',
    one.to_tell ? `${one.to_tell} still to tell` : '',
    one.to_call ? `${one.to_call} to tell in person` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function UndoLine({ campaign: { state, undo, undone_at, left } }: { campaign: PriceCampaign }) {
  if (state === 'undone')
    return (
      <Text fz="sm" c="dimmed">
        Undone {undone_at ? momentLabel(undone_at) : ''}.{' '}
        {left > 0 && `${left} series were changed or ended since and stay as they are.`}
      </Text>
    )
  const until = undo.until ? `, planned for ${dateLabel(undo.until)}` : ''
  return (
    <Text fz="sm" c="dimmed">
      {undo.refusal ?? `Can be undone until the first visit at the new price is done${until}.`}
    </Text>
  )
}

function UndoButton({ campaign: { id, totals } }: { campaign: PriceCampaign }) {
  const [asks, setAsks] = useState(false)
  const cache = useQueryClient()
  const undo = async () => {
    try {
      await api['POST /api/owner/price-campaigns/{id}/undo']({
        params: { id },
        timeout_ms: 60_000,
      })
      toast.done('Prices are back')
    } finally {
      void cache.invalidateQueries({ queryKey: campaignsQuery.queryKey })
      void cache.invalidateQueries({ queryKey: campaignQuery(id).queryKey })
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        Undo
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title="Undo this campaign?"
        confirm="Put the prices back"
        failure="Failed to undo the campaign"
        onConfirm={undo}
      >
        {`The plans of ${totals.series} series go back to how they were. Customers who were told hear that their price stays.`}
      </ConfirmDialog>
    </>
  )
}

/** Takes a customer from those to call; Undo puts them back. */
function useTold(id: string) {
  const cache = useQueryClient()
  const send = (body: Told) =>
    api['POST /api/owner/price-campaigns/{id}/told']({ params: { id }, body })
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: campaignsQuery.queryKey })
    return cache.invalidateQueries({ queryKey: campaignQuery(id).queryKey })
  }
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { customer_id }) => {
      const act = () =>
        void send({ customer_id, is_told: false }).then(refresh, (error) =>
          toast.failed(error, 'Failed to undo'),
        )
      toast.undoable('Told in person', act)
      return refresh()
    },
    onError: (error) => toast.failed(error, 'Failed to save'),
  })
}
type Told = { customer_id: string; is_told: boolean }

function Lines({ id }: { id: string }) {
  const whole = useQuery(campaignQuery(id))
  const told = useTold(id)
  return (
    <Loaded
      of={whole}
      failure="Failed to load the customers"
      skeleton={<Bars rows={3} height={48} />}
    >
      {({ lines, unreached }) => (
        <>
          <Unreached
            customers={unreached}
            title="To tell in person"
            renderAct={({ customer_id, customer_name }) => (
              <ToldButton
                name={customer_name ?? 'this customer'}
                loading={told.isPending && told.variables.customer_id === customer_id}
                onClick={() => told.mutate({ customer_id, is_told: true })}
              />
            )}
          />
          <LinesTable lines={lines} label="Customers" renderState={stateOf} />
        </>
      )}
    </Loaded>
  )
}

const answers: Record<DoneLine['answer'], readonly [string, Tone]> = {
  not_asked: ['Not needed', 'calm'],
  waiting: ['No answer yet', 'wait'],
  agreed: ['Agreed', 'good'],
  declined: ['Said no', 'bad'],
  other: ['Autopay is off', 'calm'],
}
const outcomes: Record<LineOutcome, readonly [string, Tone]> = {
  restored: ['Put back', 'good'],
  price_restored: ['Price put back', 'good'],
  edited: ['Priced by hand, stays', 'wait'],
  ended: ['Ended, stays', 'calm'],
}
function stateOf({ answer, outcome }: DoneLine) {
  const [label, tone] = outcome ? outcomes[outcome] : answers[answer]
  return <StatusChip tone={tone}>{label}</StatusChip>
}
