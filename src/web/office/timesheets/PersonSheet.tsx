import { Anchor, Button, Stack, Text } from '@mantine/core'
import { MapPin, Pencil } from 'lucide-react'
import { clockOf, type TimesheetShift } from '../../../domain/people/timesheet.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { type Hours } from './queries.ts'
import { ShiftSheet } from './ShiftSheet.tsx'
import css from './timesheets.module.css'
import { whyChecked } from './why-checked.ts'

type Props = { opened: boolean; onClose: () => void; hours: Hours | null; id: string | null }

/** One person's shifts of the week, with where they were clocked and what was corrected. */
export function PersonSheet({ opened, onClose, hours, id }: Props) {
  const sheet = hours?.timesheets.find(({ person_id }) => person_id === id)
  const edit = useSheet<{ shift: TimesheetShift }>('shift')
  return (
    <>
      <Sheet
        opened={opened && sheet !== undefined}
        onClose={onClose}
        title={sheet?.name ?? ''}
        side
      >
        {sheet?.shifts.length ? (
          <ul className={css.shifts} aria-label="Shifts">
            {sheet.shifts.map((shift) => (
              <Shift
                key={shift.id}
                shift={shift}
                zone={hours!.time_zone}
                edit={() => edit.show({ shift })}
              />
            ))}
          </ul>
        ) : (
          <Text c="dimmed">No shift this week.</Text>
        )}
      </Sheet>
      <ShiftSheet
        key={edit.key}
        opened={edit.opened}
        onClose={edit.hide}
        shift={edit.about?.shift ?? null}
        zone={hours?.time_zone ?? 'UTC'}
      />
    </>
  )
}

type Break = TimesheetShift['breaks'][number]
type ShiftProps = { shift: TimesheetShift; zone: string; edit: () => void }

function Shift({ shift, zone, edit }: ShiftProps) {
  const from = momentLabel(shift.started_at, zone)
  const to = shift.ended_at ? momentLabel(shift.ended_at, zone) : 'still on the clock'
  return (
    <li>
      <Stack gap={4}>
        <strong>
          {from} – {to}
        </strong>
        <span className={css.soft}>
          {clockOf(shift.minutes)} worked
          {shift.break_minutes > 0 && `, ${shift.break_minutes} minutes of unpaid break`}
        </span>
        {shift.breaks.map((pause) => (
          <span key={pause.started_at} className={css.soft}>
            {breakText(pause, zone)}
          </span>
        ))}
        {shift.needs_review && (
          <StatusChip tone="bad">{whyChecked(shift).label}: not counted yet</StatusChip>
        )}
        <Pin place={shift.start_location} label="Clocked in here" />
        <Pin place={shift.end_location} label="Clocked out here" />
        {shift.edits.map((one) => (
          <span key={one.at} className={css.soft}>
            {one.by_name}, {momentLabel(one.at, zone)}: “{one.reason}”. {wasText(one.before, zone)}
          </span>
        ))}
        <Button
          variant="default"
          size="sm"
          w="fit-content"
          leftSection={<Pencil size={15} aria-hidden />}
          aria-label={`Correct the shift of ${from}`}
          onClick={edit}
        >
          Correct
        </Button>
      </Stack>
    </li>
  )
}

const breakText = (
  { started_at, ended_at, unpaid_minutes, ended_by_work, entered_at }: Break,
  zone: string,
): string => {
  if (!ended_at) return `On a break since ${momentLabel(started_at, zone)}`
  const taken = `Break ${momentLabel(started_at, zone)} – ${momentLabel(ended_at, zone)}, ${unpaid_minutes > 0 ? 'unpaid' : 'paid'}`
  if (ended_by_work) return `${taken}. It was still running when work on a stop ended it`
  return entered_at ? `${taken}. This end was entered ${momentLabel(entered_at, zone)}` : taken
}

const wasText = (before: TimesheetShift['edits'][number]['before'], zone: string): string =>
  before
    ? `Before: ${momentLabel(before.started_at, zone)} – ${before.ended_at ? momentLabel(before.ended_at, zone) : 'not ended'}, break ${before.break_minutes} minutes.`
    : 'Added by hand.'

function Pin({ place, label }: { place: TimesheetShift['start_location']; label: string }) {
  if (!place || place.lat == null || place.lng == null) return null
  return (
    <Anchor
      href={`https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lng}#map=18/${place.lat}/${place.lng}`}
      target="_blank"
      rel="noreferrer"
      fz="sm"
    >
      <MapPin size={14} aria-hidden /> {label}
      {place.accuracy != null && `, within ${Math.round(place.accuracy)} m`}
    </Anchor>
  )
}
