import { lazy, Suspense } from 'react'
import type { ScheduleWindow } from '../../../api/week.ts'
import { Bars } from '../../ui/Page.tsx'
import { WeekByDay } from '../../visits/WeekByDay.tsx'
import { CrewWeek } from '../crew/CrewWeek.tsx'
import type { SchedulePage } from './use-schedule-page.ts'

// Carrying visits about needs a library that a phone, which shows lists, need not load.
const WeekByTeam = lazy(() => import('./board/WeekByTeam.tsx'))
const DayBoard = lazy(() => import('./board/DayBoard.tsx'))
const DayList = lazy(() => import('./board/DayList.tsx'))
const TrayPanel = lazy(() => import('./board/Tray.tsx'))

type Props = { data: ScheduleWindow; page: SchedulePage }

/** The visits, in the view that was chosen. */
export function ScheduleWeek({ data, page }: Props) {
  const { rights, isPhone, tray } = page
  const { isOffice, canManage } = rights
  const { open, add, edit } = page.sheets
  const { day, view } = page.place
  if (rights.isCrew)
    return <CrewWeek window={data} onOpen={canManage ? open : undefined} of={page.window} />
  const panel = tray.isPanel ? <PanelOf data={data} page={page} /> : null
  const common = {
    window: data,
    onOpen: open,
    onEvent: isOffice ? edit : undefined,
    onAdd: isOffice ? add : undefined,
    beside: isOffice ? { toggle: tray.toggle, panel } : undefined,
  }
  const onDay = (date: string) => page.address.turn({ view: 'board', date })
  return (
    <Suspense fallback={<Bars rows={4} height={110} />}>
      {view === 'board' && !isPhone && <DayBoard {...common} day={day} onDay={onDay} />}
      {view === 'board' && isPhone && <DayList {...common} day={day} onDay={onDay} />}
      {view === 'team' && <WeekByTeam {...common} onDay={onDay} />}
      {view === 'day' && <WeekByDay {...common} />}
    </Suspense>
  )
}

const PanelOf = ({ data, page: { requests, sheets, tray } }: Props) => (
  <Suspense fallback={<Bars rows={3} height={96} />}>
    <TrayPanel
      time_zone={data.time_zone}
      requests={requests.length}
      onOpen={sheets.open}
      onAdd={sheets.add}
      onClose={tray.toggle}
    />
  </Suspense>
)
