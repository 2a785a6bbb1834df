import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Lead } from '../../../domain/lead.ts'
import { api } from '../../client.ts'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { refreshLeads } from './queries.ts'
import css from './sales.module.css'

type Props = { lead: Lead; text: string; setText: (text: string) => void }

/** What was said and done, newest first. `text` is the note that is being written. */
export function LeadNotes({ lead, text, setText }: Props) {
  const cache = useQueryClient()
  const add = useMutation({
    mutationFn: () =>
      api['POST /api/sales/leads/{id}/notes']({ params: { id: lead.id }, body: { text } }),
    onSuccess: () => setText(''),
    onError: (error) => toast.failed(error, 'Could not add note'),
    onSettled: () => refreshLeads(cache),
  })
  return (
    <Stack gap="sm" component="section" aria-label="Notes">
      <Textarea
        label="New note"
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        w="fit-content"
        disabled={!text.trim()}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        Add note
      </Button>
      <ul className={css.notes}>
        {lead.notes.map((note) => (
          <li key={note.id}>
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</Text>
            <Text c="dimmed" fz="sm">
              {[note.author_name, momentLabel(note.created_at)].filter(Boolean).join(', ')}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
