import { addDays, startOfWeek, type LocalDate } from '../../../domain/base/dates.ts'
import { monthOf } from '../../../domain/base/month.ts'
import {
  crewRoles,
  hasRole,
  leaderRoles,
  officeRoles,
  type Role,
} from '../../../domain/base/roles.ts'

export type ScheduleSearch = {
  inbox?: 1
  date?: string
  occurrence_id?: string
  /** What the request asks for, as its link says. */
  action?: 'reschedule' | 'cancel'
  add?: 1
  customer?: string
  /** The request for a visit that is granted by what is added. */
  asked?: string
  view?: WeekView
}

type SchedulePlace = {
  from: LocalDate
  to: LocalDate
  day: LocalDate
  view: WeekView
  isThisWeek: boolean
}

/** The week, day and view that an address shows. Dragging needs room: a phone shows the teams of a day as a list. */
export function placeOf({
  search,
  today,
  isPhone,
}: {
  search: Pick<ScheduleSearch, 'date' | 'view'>
  today: LocalDate
  isPhone: boolean
}): SchedulePlace {
  const day = search.date ?? today
  const from = startOfWeek(day)
  const wanted = search.view ?? (isPhone ? 'day' : 'team')
  return {
    from,
    to: addDays(from, 6),
    day,
    view: isPhone && wanted === 'team' ? 'day' : wanted,
    isThisWeek: wanted === 'month' ? monthOf(day) === monthOf(today) : from === startOfWeek(today),
  }
}

type Rights = { isCrew: boolean; isOffice: boolean; canManage: boolean }

/** Crews read their own week; its leaders and the office change visits. */
export function rightsOf(roles: readonly Role[]): Rights {
  const isOffice = hasRole(roles, officeRoles)
  return {
    isOffice,
    isCrew: hasRole(roles, crewRoles) && !isOffice,
    canManage: isOffice || hasRole(roles, leaderRoles),
  }
}

/** The address of a week in the same view; without a date, of this week. */
export const weekSearch = (
  view: WeekView | undefined,
  date: LocalDate | null | undefined,
): ScheduleSearch => ({ ...(view ? { view } : {}), ...(date ? { date } : {}) })

export const isOutside = ({ from, to }: SchedulePlace, date: LocalDate): boolean =>
  date < from || date > to

/** `board`: a day, teams against hours. `team`: a week, teams against days. `day`: a week as a list. `month`: how full each day is. */
export type WeekView = 'board' | 'team' | 'day' | 'month'
