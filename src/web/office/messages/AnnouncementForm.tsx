import {
  Alert,
  Anchor,
  Button,
  Card,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  announcementRules,
  NewAnnouncement,
  type AnnouncementKind,
} from '../../../domain/flows/announcement.ts'
import { api, ApiError, errorText, newIdempotencyKey } from '../../app/client.ts'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { toast } from '../../ui/toast.tsx'
import { AnnouncementPreview, contentOf, emptyDraft, type Draft } from './AnnouncementPreview.tsx'

const servicesQuery = api['GET /api/owner/services'].query()
type Errors = Record<string, string>
type FieldsProps = { draft: Draft; set: (change: Partial<Draft>) => void; errors: Errors }

type Props = { chosen: readonly string[] | null; close: () => void; sent: () => void }

/** Written, then looked at with a count, then sent. */
export function AnnouncementForm({ chosen, close, sent }: Props) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, customer_ids: chosen })
  const [errors, setErrors] = useState<Errors>({})
  const key = useRef(newIdempotencyKey())
  const preview = useMutation({
    mutationFn: () =>
      api['POST /api/owner/announcements/preview']({ body: contentOf(draft), timeout_ms: 60_000 }),
  })
  const send = useMutation({
    mutationFn: () =>
      api['POST /api/owner/announcements']({
        body: contentOf(draft),
        idempotency_key: key.current,
      }),
    onSuccess: () => {
      toast.done('Announcement is on its way')
      sent()
    },
    onError: (error) => toast.failed(error, 'Failed to send the announcement'),
  })
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setErrors({})
    key.current = newIdempotencyKey()
    preview.reset()
  }
  const look = () => {
    const wrong = bySchema(NewAnnouncement)(contentOf(draft))
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) preview.mutate()
  }
  const refusal = preview.data && announcementRules.send(preview.data.tally)
  return (
    <Card padding="lg" component="section" aria-labelledby="new-announcement">
      <Stack gap="md">
        <Title order={2} id="new-announcement">
          New announcement
        </Title>
        <ContentFields draft={draft} set={set} errors={errors} />
        {draft.customer_ids ? (
          <Group gap="sm">
            <Text>
              {draft.customer_ids.length === 1
                ? 'To the one customer you chose, if they are active.'
                : `To the ${draft.customer_ids.length} customers you chose. Only the active ones get it.`}
            </Text>
            <Button variant="default" size="xs" onClick={() => set({ customer_ids: null })}>
              Choose a group instead
            </Button>
          </Group>
        ) : (
          <GroupFields draft={draft} set={set} errors={errors} />
        )}
        {preview.error && <PreviewProblem error={preview.error} />}
        {preview.data && <AnnouncementPreview {...preview.data} draft={draft} />}
        {refusal && <Text component="output">{refusal.sentence}</Text>}
        <Group>
          {preview.data && !refusal ? (
            <Button loading={send.isPending} onClick={() => send.mutate()}>
              {draft.kind === 'promotion' ? 'Send the offer' : 'Send the announcement'}
            </Button>
          ) : (
            <Button loading={preview.isPending} onClick={look}>
              Preview and count
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

function PreviewProblem({ error }: { error: Error }) {
  const isAddress = error instanceof ApiError && error.code === 'no_postal_address'
  return (
    <Alert color="honey" variant="light" role="alert">
      {errorText(error, 'Failed to preview the announcement')}{' '}
      {isAddress && (
        <Anchor
          component={Link}
          to="/app/settings"
          search={{ section: 'address' } as never}
          underline="always"
          inherit
        >
          Open settings
        </Anchor>
      )}
    </Alert>
  )
}

const kinds: { value: AnnouncementKind; label: string }[] = [
  { value: 'announcement_service', label: 'Service announcement' },
  { value: 'promotion', label: 'Offer' },
]
const kindAbout: Record<AnnouncementKind, string> = {
  announcement_service: 'About planned work, such as a delay. Sent 8 AM to 9 PM.',
  promotion:
    'Only to customers who agreed to offers, Monday to Friday, 10 AM to 6 PM, with your postal address.',
}

const ContentFields = ({ draft, set, errors }: FieldsProps) => (
  <>
    <Select
      label="Kind"
      description={kindAbout[draft.kind]}
      allowDeselect={false}
      data={kinds}
      value={draft.kind}
      onChange={(kind) => kind && set({ kind })}
      maw={420}
    />
    <Group gap="lg">
      <Checkbox
        label="By email"
        checked={draft.by_email}
        error={errors['by_email']}
        onChange={(event) => set({ by_email: event.currentTarget.checked })}
      />
      <Checkbox
        label="By text"
        checked={draft.by_text}
        onChange={(event) => set({ by_text: event.currentTarget.checked })}
      />
    </Group>
    <TextInput
      label="Subject"
      maxLength={150}
      value={draft.subject}
      error={errors['subject']}
      onChange={(event) => set({ subject: event.currentTarget.value })}
    />
    <Textarea
      label="Message"
      autosize
      minRows={4}
      maxRows={12}
      maxLength={2000}
      value={draft.text}
      error={errors['text']}
      onChange={(event) => set({ text: event.currentTarget.value })}
    />
  </>
)

function GroupFields({ draft, set, errors }: FieldsProps) {
  const services = useQuery(servicesQuery)
  const teams = useQuery(teamsQuery)
  const zipProblem = Object.entries(errors).find(([name]) => name.startsWith('group.zips'))?.[1]
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600} mb={4}>
        Who gets it
      </Text>
      <Text c="dimmed" fz="sm" mb="sm">
        All active customers, unless you narrow it down here.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        <Select
          label="Service"
          placeholder="Any"
          clearable
          data={services.data?.services.map(({ key, name }) => ({ value: key, label: name })) ?? []}
          value={draft.service}
          onChange={(service) => set({ service })}
        />
        <Select
          label="Team"
          placeholder="Any"
          clearable
          data={teams.data?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={draft.team_id}
          onChange={(team_id) => set({ team_id })}
        />
        <TextInput
          label="City"
          placeholder="Any"
          maxLength={120}
          value={draft.city}
          onChange={(event) => set({ city: event.currentTarget.value })}
        />
        <TextInput
          label="ZIP codes"
          placeholder="27601, 27603"
          value={draft.zips}
          error={zipProblem}
          onChange={(event) => set({ zips: event.currentTarget.value })}
        />
        <TextInput
          label="With a visit in the next days"
          placeholder="Any"
          inputMode="numeric"
          value={draft.visit_days}
          error={errors['group.visit_days']}
          onChange={(event) =>
            set({ visit_days: event.currentTarget.value.replace(/\D/g, '').slice(0, 2) })
          }
        />
      </SimpleGrid>
    </fieldset>
  )
}
