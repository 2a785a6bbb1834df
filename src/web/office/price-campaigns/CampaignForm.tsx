import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { campaignRules } from '../../../domain/money/price-campaign.ts'
import { api, ApiError, errorText, newIdempotencyKey } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { campaignOf, draftProblems, emptyDraft, type Draft } from './campaign-draft.ts'
import { GroupFields, MessageFields, RaiseFields } from './CampaignFields.tsx'
import { CampaignPreview } from './CampaignPreview.tsx'

const patient = { timeout_ms: 60_000 }
const previewOf = (draft: Draft) =>
  api['POST /api/owner/price-campaigns/preview']({ body: campaignOf(draft), ...patient })

/** The preview of a draft and its start. A plan that changed in between brings a fresh preview. */
function useCampaign(draft: Draft, started: (id: string) => void) {
  const key = useRef(newIdempotencyKey())
  const preview = useMutation({ mutationFn: previewOf })
  const start = useMutation({
    mutationFn: (seen: string) =>
      api['POST /api/owner/price-campaigns']({
        body: { ...campaignOf(draft), preview: seen },
        idempotency_key: key.current,
        ...patient,
      }),
    onSuccess: ({ id }) => {
      toast.done('Prices raised')
      started(id)
    },
    onError: (error) => {
      toast.failed(error, 'Failed to raise the prices')
      key.current = newIdempotencyKey()
      if (error instanceof ApiError && error.code === 'campaign_stale') preview.mutate(draft)
    },
  })
  const reset = () => {
    key.current = newIdempotencyKey()
    preview.reset()
  }
  return { preview, start, reset }
}

type Props = {
  chosen: readonly string[] | null
  close: () => void
  started: (id: string) => void
}

/** Which customers, how much, from when and the message; then a preview, then the change. */
export function CampaignForm({ chosen, close, started }: Props) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, customer_ids: chosen })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { preview, start, reset } = useCampaign(draft, started)
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setErrors({})
    reset()
  }
  const look = (wanted: Draft) => {
    setDraft(wanted)
    const wrong = draftProblems(wanted)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) preview.mutate(wanted)
  }
  const { without } = draft
  const seen = preview.data
  const fields = { draft, set, errors }
  return (
    <Card padding="lg" component="section" aria-labelledby="new-campaign">
      <Stack gap="md">
        <Title order={2} id="new-campaign">
          New price campaign
        </Title>
        <Chosen draft={draft} everyone={() => set({ customer_ids: null })} />
        <GroupFields {...fields} />
        <RaiseFields {...fields} />
        <MessageFields {...fields} />
        {preview.error && (
          <Alert color="honey" variant="light" role="alert">
            {errorText(preview.error, 'Failed to preview the campaign')}
          </Alert>
        )}
        {seen && (
          <CampaignPreview
            seen={seen}
            tells={draft.tells}
            takeOut={(id) => look({ ...draft, without: [...without, id] })}
            putBack={(id) => look({ ...draft, without: without.filter((one) => one !== id) })}
          />
        )}
        {seen?.lines.length === 0 && (
          <Text component="output">
            {campaignRules.start({ is_stale: false, series: 0 })?.sentence}
          </Text>
        )}
        <Group>
          {seen?.lines.length ? (
            <Button loading={start.isPending} onClick={() => start.mutate(seen.preview)}>
              Raise {seen.lines.length} {seen.lines.length === 1 ? 'price' : 'prices'}
            </Button>
          ) : (
            <Button loading={preview.isPending} onClick={() => look(draft)}>
              Preview every customer
            </Button>
          )}
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

function Chosen({ draft, everyone }: { draft: Draft; everyone: () => void }) {
  const count = draft.customer_ids?.length
  if (count === undefined)
    return (
      <Text c="dimmed">
        All recurring work of active customers, unless you narrow it down here.
      </Text>
    )
  return (
    <Group gap="sm">
      <Text>
        {count === 1 ? 'The one customer you chose.' : `The ${count} customers you chose.`}
      </Text>
      <Button variant="default" size="xs" onClick={everyone}>
        Choose a group instead
      </Button>
    </Group>
  )
}
