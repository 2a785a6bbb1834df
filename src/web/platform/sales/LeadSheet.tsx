import { Anchor, Select, SimpleGrid, TextInput, Button, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  LeadPatch,
  leadRules,
  leadStages,
  leadStatuses,
  type Lead,
  type LeadStage,
  type LeadStatus,
} from '../../../domain/people/lead.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { api } from '../../app/client.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameOf } from './LeadRow.tsx'
import { labelOf, refreshLeads, useAssign } from './queries.ts'
import { momentLabel } from '../../ui/when.ts'
import css from './sales.module.css'

type Values = {
  name: string
  company: string
  phone: string
  stage: LeadStage
  status: LeadStatus
  next_action: string
  calendly_event_url: string
  note: string
}
type Props = { opened: boolean; onClose: () => void; lead: Lead | null }

/** Everything about one lead. Closes once the lead is somebody else's. */
export const LeadSheet = ({ opened, onClose, lead }: Props) =>
  lead ? <Opened opened={opened} onClose={onClose} lead={lead} /> : null

type OpenedProps = Props & { lead: Lead }

function Opened({ opened, onClose, lead }: OpenedProps) {
  const form = useLeadForm(lead, onClose)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={nameOf(lead)}
      side
      form={form}
      action="Save changes"
    >
      {lead.organization_id && <Became lead={lead} />}
      <Assignee lead={lead} />
      <SimpleGrid cols={2} spacing="sm">
        <Select
          label="Stage"
          allowDeselect={false}
          data={leadStages.map((value) => ({ value, label: labelOf(value) }))}
          {...form.getInputProps('stage')}
        />
        <Select
          label="Status"
          allowDeselect={false}
          data={leadStatuses.map((value) => ({ value, label: labelOf(value) }))}
          {...form.getInputProps('status')}
        />
      </SimpleGrid>
      <TextInput label="Next action" type="datetime-local" {...form.getInputProps('next_action')} />
      <TextInput
        label="Meeting"
        type="url"
        placeholder="https://"
        {...form.getInputProps('calendly_event_url')}
      />
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Company" {...form.getInputProps('company')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <LeadNotes
        lead={lead}
        text={form.values.note}
        setText={(note) => form.setFieldValue('note', note)}
      />
    </FormSheet>
  )
}

/** A won lead leads to its business; only administrators can open it. */
function Became({ lead }: { lead: Lead }) {
  const isAdmin = useHasRole('admin')
  return (
    <p style={{ margin: 0 }}>
      Became{' '}
      {isAdmin ? (
        <Anchor
          component={Link}
          to="/app/admin"
          search={{ tab: 'organizations' } as never}
          underline="always"
        >
          {lead.organization_name}
        </Anchor>
      ) : (
        <strong>{lead.organization_name}</strong>
      )}
    </p>
  )
}

const nobody = 'nobody'

function Assignee({ lead }: { lead: Lead }) {
  const me = useMe()
  const is_admin = useHasRole('admin')
  const { assigned_to_user_id } = lead
  const sellers = useQuery(api['GET /api/sales/users'].query()).data?.users ?? []
  const assign = useAssign()
  const refusal = leadRules.assign({ assigned_to_user_id, actor_id: me.id, is_admin })
  return (
    <Select
      label="Assigned to"
      allowDeselect={false}
      disabled={refusal !== null || assign.isPending}
      description={refusal?.sentence}
      data={[
        { value: nobody, label: 'Nobody' },
        ...sellers.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={assigned_to_user_id ?? nobody}
      onChange={(chosen) =>
        chosen && assign.mutate({ lead, user_id: chosen === nobody ? null : chosen })
      }
    />
  )
}

/** A moment as a `datetime-local` field shows it. */
const localOf = (moment: string | null): string => {
  if (!moment) return ''
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const valuesOf = (lead: Lead): Values => ({
  name: lead.name ?? '',
  company: lead.company ?? '',
  phone: lead.phone ? phoneText(lead.phone) : '',
  stage: lead.stage,
  status: lead.status,
  next_action: localOf(lead.next_action_at),
  calendly_event_url: lead.calendly_event_url ?? '',
  note: '',
})

function useLeadForm(lead: Lead, onClose: () => void) {
  const cache = useQueryClient()
  // As the sheet was opened: what a colleague changes meanwhile is not sent back as it was.
  const [before] = useState(() => valuesOf(lead))
  const bodyOf = (typed: Values) => {
    const { next_action, note: _, ...values } = typed
    return { ...values, next_action_at: next_action ? new Date(next_action).toISOString() : null }
  }
  const form = useActionForm<Values, unknown>({
    initialValues: before,
    validate: (values) => bySchema(LeadPatch)(bodyOf(values)),
    failure: 'Update failed',
    fields: { next_action_at: 'next_action' },
    send: async (values) => {
      // A note that was written but not added is saved along.
      if (values.note.trim()) {
        const body = { text: values.note }
        await api['POST /api/sales/leads/{id}/notes']({ params: { id: lead.id }, body })
        form.setFieldValue('note', '')
      }
      const known = bodyOf(before)
      const changed = Object.fromEntries(
        Object.entries(bodyOf(values)).filter(
          ([name, value]) => value !== known[name as keyof typeof known],
        ),
      )
      return api['PATCH /api/sales/leads/{id}']({ params: { id: lead.id }, body: changed })
    },
    sent: async () => {
      toast.done('Lead saved')
      onClose()
      await refreshLeads(cache)
    },
  })
  return form
}

type NotesProps = { lead: Lead; text: string; setText: (text: string) => void }

/** What was said and done, newest first. `text` is the note that is being written. */
function LeadNotes({ lead, text, setText }: NotesProps) {
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
