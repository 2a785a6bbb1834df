import { ActionIcon, Anchor, Button } from '@mantine/core'
import { CalendarClock, Flag, Hand, Video } from 'lucide-react'
import { isOverdue, sourceLabels, type Lead, type LeadStatus } from '../../../domain/people/lead.ts'
import { useClock } from '../../app/clock.ts'
import { nowIso } from '../../app/server-time.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'
import { labelOf, useClaim, usePriority } from './queries.ts'
import css from '../../ui/rows.module.css'
import salesCss from './sales.module.css'

const tones: Record<LeadStatus, Tone> = { open: 'info', won: 'good', lost: 'bad', archived: 'calm' }
export const nameOf = ({ company, name, email }: Lead): string => company ?? name ?? email

/** A lead with what is next. */
export function LeadRow({ lead, open }: { lead: Lead; open: () => void }) {
  const claim = useClaim()
  const priority = usePriority()
  const isHigh = lead.priority === 'high'
  const isLate = useClock(() => Number(isOverdue(lead, nowIso()))) === 1
  return (
    <li className={css.row}>
      <ActionIcon
        variant={isHigh ? 'filled' : 'default'}
        color={isHigh ? 'honey' : undefined}
        size={34}
        aria-pressed={isHigh}
        aria-label={`High priority: ${nameOf(lead)}`}
        loading={priority.isPending}
        onClick={() => priority.mutate(lead)}
      >
        <Flag size={16} aria-hidden />
      </ActionIcon>
      <Who lead={lead} isLate={isLate} />
      <div className={css.chips}>
        {isLate && <StatusChip tone="bad">Overdue</StatusChip>}
        <StatusChip tone={tones[lead.status]}>{labelOf(lead.status)}</StatusChip>
        <StatusChip>{labelOf(lead.stage)}</StatusChip>
      </div>
      <div className={css.acts}>
        {lead.assigned_to_user_id === null && (
          <Button
            size="sm"
            leftSection={<Hand size={15} aria-hidden />}
            aria-label={`Claim ${nameOf(lead)}`}
            loading={claim.isPending}
            onClick={() => claim.mutate(lead)}
          >
            Claim
          </Button>
        )}
        <Button size="sm" variant="default" aria-label={`Open ${nameOf(lead)}`} onClick={open}>
          Open
        </Button>
      </div>
    </li>
  )
}

function Who({ lead, isLate }: { lead: Lead; isLate: boolean }) {
  const { name, company, email, phone, source, assignee_name, organization_name } = lead
  return (
    <div className={css.who}>
      <strong>{nameOf(lead)}</strong>
      <span className={css.soft}>
        {[company && name, email, phone].filter(Boolean).join(' · ')}
      </span>
      <span className={css.soft}>
        {sourceLabels[source]}, {momentLabel(lead.created_at)}
        {assignee_name && ` · ${assignee_name}`}
        {organization_name && ` · now ${organization_name}`}
      </span>
      {lead.next_action_at && (
        <span className={isLate ? salesCss.late : css.soft}>
          <CalendarClock size={14} aria-hidden /> Next action {momentLabel(lead.next_action_at)}
        </span>
      )}
      {lead.calendly_event_url && (
        <Anchor href={lead.calendly_event_url} target="_blank" rel="noreferrer" fz="sm">
          <Video size={14} aria-hidden /> Meeting
        </Anchor>
      )}
    </div>
  )
}
