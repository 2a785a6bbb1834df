import type { ScheduleWindow } from '../../api/week.ts'

/** What the choice of dates and times needs of the calendar. */
export type Calendar = Pick<ScheduleWindow, 'today' | 'teams' | 'closed_dates' | 'business_hours'>
