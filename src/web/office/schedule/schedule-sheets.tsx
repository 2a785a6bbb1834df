import { useCallback } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../api/week.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import {
  AddToSchedule,
  LostDay,
  MiscEventForm,
  ScheduleSettings,
  TraySheet,
} from '../../app/sheets.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { SeriesHost } from '../../shared/visits/SeriesHost.tsx'
import type { EditedEvent } from './office/misc-event.ts'
import type { AddStart } from './series/AddForm.tsx'

/** The sheets of the schedule, as the address has them. */
export function useScheduleSheets(window: ScheduleWindow | undefined) {
  const visit = useSheet<Visit>('visit', (id) =>
    window ? (window.occurrences.find((one) => one.id === id) ?? null) : undefined,
  )
  const adding = useSheet<AddStart | true>('add', (customer_id) => ({ customer_id }))
  const event = useSheet<EditedEvent | true>('event')
  const { show: showAdd } = adding
  const { show: showEvent } = event
  const add = useCallback(
    (where: AddStart = {}) =>
      Object.keys(where).length > 0 ? showAdd(where, where.customer_id) : showAdd(true),
    [showAdd],
  )
  const edit = useCallback(
    (one: PlannedEvent | EditedEvent | null) => showEvent(one ?? true),
    [showEvent],
  )
  return {
    visit,
    open: visit.show,
    adding,
    add,
    event,
    edit,
    events: useSheet('events'),
    lost: useSheet('lost-day'),
    settings: useSheet('settings'),
    tray: useSheet('tray'),
  }
}

export type ScheduleSheets = ReturnType<typeof useScheduleSheets>

type OfficeSheetsProps = {
  sheets: ScheduleSheets
  calendar: ScheduleWindow
  tray: { time_zone: string; requests: number }
  hasTray: boolean
  /** The day on the board; null in a view of the whole week. */
  day: LocalDate | null
  /** A link on another screen asked to add work for a customer. */
  linked: {
    customer_id: string | undefined
    request_id: string | undefined
    forget: () => void
  } | null
  onAdded: (date: LocalDate | null) => void
}

export function OfficeSheets({
  sheets,
  calendar,
  tray,
  hasTray,
  day,
  linked,
  onAdded,
}: OfficeSheetsProps) {
  const { adding, event, settings, lost } = sheets
  const { from, to, today } = calendar
  const near = today >= from && today <= to ? today : from
  return (
    <>
      <AddToSchedule
        opened={adding.opened || linked !== null}
        onClose={linked ? linked.forget : adding.hide}
        calendar={calendar}
        start={linked ? linkedStart(linked) : startOf(adding.about)}
        onAdded={onAdded}
      />
      <MiscEventForm
        opened={event.opened}
        onClose={event.hide}
        calendar={calendar}
        event={typeof event.about === 'object' ? event.about : null}
        date={near}
      />
      <TraySheet
        {...tray}
        opened={hasTray}
        onClose={sheets.tray.hide}
        onOpen={(visit) => {
          sheets.tray.hide()
          sheets.open(visit)
        }}
        onAdd={(where) => {
          sheets.tray.hide()
          sheets.add(where)
        }}
      />
      <ScheduleSettings opened={settings.opened} onClose={settings.hide} />
      <LostDay opened={lost.opened} onClose={lost.hide} calendar={calendar} date={day ?? near} />
      <SeriesHost calendar={calendar} />
    </>
  )
}

const linkedStart = ({ customer_id, request_id }: NonNullable<OfficeSheetsProps['linked']>) => ({
  ...startOf(customer_id),
  ...(request_id ? { request_id } : {}),
})

/** The customer or the day something is added to. */
function startOf(about: AddStart | string | true | null | undefined): AddStart {
  if (typeof about === 'string') return { customer_id: about }
  return typeof about === 'object' ? (about ?? {}) : {}
}
