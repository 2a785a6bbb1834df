import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { Pause, Play } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { cardLimits, customerRules, type Customer } from '../../../domain/customer.ts'
import type { Team } from '../../../domain/team.ts'
import { dateLabel, momentLabel } from '../../ui/when.ts'
import classes from './customers.module.css'
import { customerName, useCustomerActs } from './queries.ts'

type Props = { customer: Customer; teams: readonly Team[]; canManage: boolean }

export function CustomerDetails({ customer, teams, canManage }: Props) {
  return (
    <Stack gap="md" className={classes.details}>
      <dl className={classes.facts}>
        <div>
          <dt>Frequency</dt>
          <dd>{customer.frequency_label ?? 'Nothing scheduled'}</dd>
        </div>
        <div>
          <dt>Reminders</dt>
          <dd>{customer.reminder_opt_in ? 'On' : 'Off'}</dd>
        </div>
        <div>
          <dt>Card on file</dt>
          <dd>{customer.has_card_on_file ? 'Yes' : 'No'}</dd>
        </div>
        <div>
          <dt>Customer since</dt>
          <dd>{dateLabel(customer.created_at.slice(0, 10))}</dd>
        </div>
      </dl>
      {customer.out_of_area && <Text fz="sm">Outside your service area.</Text>}
      <div>
        <h4 className={classes.small}>Last visits</h4>
        {customer.last_visits.length === 0 && <p className={classes.soft}>No visits yet.</p>}
        <ul className={classes.plain}>
          {customer.last_visits.slice(0, cardLimits.last_visits).map((visit) => (
            <li key={visit.date}>
              <strong>{dateLabel(visit.date)}</strong>
              {visit.notes && ` – ${visit.notes}`}
            </li>
          ))}
        </ul>
      </div>
      {canManage && customer.status !== 'archived' && <TeamAndPause customer={customer} teams={teams} />}
      <Notes customer={customer} canManage={canManage} />
    </Stack>
  )
}

function TeamAndPause({ customer, teams }: { customer: Customer; teams: readonly Team[] }) {
  const acts = useCustomerActs()
  const name = customerName(customer)
  const isPaused = customer.status === 'paused'
  const mayPause = customerRules.pause(customer) === null
  const change = isPaused
    ? ({ status: 'active', done: 'Customer resumed', failure: 'Failed to update status' } as const)
    : ({ status: 'paused', done: 'Customer paused', failure: 'Failed to update status' } as const)
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Assign team"
        placeholder="Unassigned"
        aria-label={`Assign ${name} to a team`}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove from team' }}
        w={200}
        value={customer.team_id}
        data={teams.map(({ id, name: label }) => ({ value: id, label }))}
        disabled={acts.assign.isPending}
        onChange={(team_id) => acts.assign.mutate({ customer, team_id })}
      />
      {(mayPause || isPaused) && (
        <Button
          variant="default"
          leftSection={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          loading={acts.status.isPending}
          aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => acts.status.mutate({ customer, ...change })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
    </Group>
  )
}

function Notes({ customer, canManage }: { customer: Customer; canManage: boolean }) {
  const acts = useCustomerActs()
  const [text, setText] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') acts.note.mutate({ customer, text: text.trim() }, { onSuccess: () => setText('') })
  }
  return (
    <div>
      <h4 className={classes.small}>Internal notes</h4>
      {canManage && (
        <form onSubmit={add} className={classes.noteForm}>
          <Textarea
            aria-label={`Add a note about ${customerName(customer)}`}
            placeholder="Gate code, dog, where to park…"
            rows={2}
            autosize
            maxRows={6}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" variant="default" loading={acts.note.isPending} disabled={text.trim() === ''}>
            Add note
          </Button>
        </form>
      )}
      {customer.notes.length === 0 && <p className={classes.soft}>No notes yet.</p>}
      <ul className={classes.plain}>
        {customer.notes.slice(0, cardLimits.notes).map((note) => (
          <li key={note.id}>
            <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</span>
            <Text fz="xs" c="dimmed">
              {[note.author_name, momentLabel(note.created_at)].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  )
}
