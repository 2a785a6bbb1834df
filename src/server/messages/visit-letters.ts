import type { LocalDate } from '../../domain/base/dates.ts'
import type { PlanNews } from '../../domain/schedule/plan-news.ts'
import type { RequestAction } from '../../domain/schedule/request.ts'
import type { Sender } from './letter.ts'
import { baseOf, type Saying, type When } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

/** Days and times are those of the organization's zone. */
type Visit = When & {
  organization: Sender
  customer_name?: string | null
  /** Empty: there is none. */
  service: string
  url: string
}
/** One of several visits that changed at once. */
export type ChangedVisit = When & {
  kind: 'moved' | 'cancelled' | 'restored' | 'held' | 'kept'
  /** The customer did it. */
  own?: true
  service: string
  old: When
}

/** What a customer does without asking. */
type OwnAct = 'moved' | 'skipped' | 'paused' | 'resumed'

export type VisitData = {
  on_the_way: Visit
  visit_completed: Visit
  visit_rescheduled: Visit & { old: When; own?: true }
  visit_cancelled: Visit & { reason?: string | null; own?: true }
  visit_restored: Visit
  visit_held: Visit
  /** Held on its day after all, of which was said that it is to be rescheduled. */
  visit_kept: Visit
  /** `visits` are the next ones; none if none is planned any more. */
  visits_planned: Pick<Visit, 'organization' | 'customer_name' | 'url' | 'service'> & {
    news: PlanNews
    visits: readonly When[]
    /** The day of the last visit, or the first of a pause. */
    on: LocalDate | null
    /** When a pause ends; null if that is open. */
    until: LocalDate | null
  }
  visits_changed: Pick<Visit, 'organization' | 'customer_name' | 'url'> & {
    visits: readonly ChangedVisit[]
    /** What the customer paused or resumed instead. */
    pause?: { did: 'paused' | 'resumed'; service: string; from: LocalDate; until: LocalDate | null }
  }
  /** All on one day. */
  visit_reminder: Pick<Visit, 'organization' | 'customer_name' | 'url' | 'on'> & {
    /** `visit`: its id. Reminders kept by an earlier version do not say. */
    visits: readonly (When & { visit?: string; service: string; where?: string | null })[]
  }
  request_received: Visit & {
    action: RequestAction | OwnAct | 'visit'
    reason?: string | null
    preferred?: readonly LocalDate[]
    /** Where a moved visit was. */
    old?: When
    /** When paused work resumes. */
    until?: LocalDate
  }
  /** `on` is the date the request was about; `is_done`: it came too late. */
  request_decided: Visit & {
    action: RequestAction | 'visit'
    approved: boolean
    moved_to?: When | string | null
    is_done?: boolean
    reason?: string | null
  }
}

const visitOf = (data: Visit, say: Saying) => ({
  ...baseOf(data),
  service: data.service || say.words.visit,
  date: say.day(data.on),
  when: say.when(data),
})
const toCustomer = (data: Pick<Visit, 'organization' | 'customer_name'>) => ({
  from: data.organization,
  greets: data.customer_name ?? '',
})
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const becameOf = (visit: ChangedVisit, { words, when, day }: Saying): string =>
  words.changed[visit.kind]({
    date: day(visit.on),
    when: when(visit),
    old_date: day(visit.old.on),
    old_when: when(visit.old),
  })

type Changed = VisitData['visits_changed']
const pauseOf = (data: Changed, pause: NonNullable<Changed['pause']>, say: Saying) => ({
  ...toCustomer(data),
  variant: pause.did,
  fields: {
    ...baseOf(data),
    count: '',
    changes: '',
    service: pause.service,
    date: say.day(pause.from),
    until: pause.until ? say.day(pause.until) : '',
  },
})

export const visitLetters: Letters<VisitData> = {
  on_the_way: (data, say) => ({ ...toCustomer(data), fields: visitOf(data, say) }),
  visit_completed: (data, say) => ({ ...toCustomer(data), fields: visitOf(data, say) }),
  visit_rescheduled: (data, say) => ({
    ...toCustomer(data),
    variant: data.own ? 'own_choice' : data.on === data.old.on ? 'new_time' : 'new_date',
    fields: { ...visitOf(data, say), old_when: say.when(data.old) },
  }),
  visit_cancelled: (data, say) => ({
    ...toCustomer(data),
    variant: data.own ? 'own_choice' : 'main',
    fields: { ...visitOf(data, say), reason: data.reason ?? '' },
  }),
  visit_restored: (data, say) => ({ ...toCustomer(data), fields: visitOf(data, say) }),
  visit_held: (data, say) => ({ ...toCustomer(data), fields: visitOf(data, say) }),
  visit_kept: (data, say) => ({ ...toCustomer(data), fields: visitOf(data, say) }),
  visits_planned: (data, say) => {
    const service = data.service || say.words.visit
    const [first] = data.visits
    return {
      ...toCustomer(data),
      variant: plannedAs(data),
      // The facts name the visit of a single one.
      list:
        data.news === 'planned' && data.visits.length === 1
          ? []
          : data.visits.map((visit) => [service, say.when(visit)]),
      fields: {
        ...baseOf(data),
        service,
        when: first ? say.when(first) : '',
        date: data.on ? say.day(data.on) : '',
        until: data.until ? say.day(data.until) : '',
      },
    }
  },
  visits_changed: (data, say) => {
    const { words } = say
    if (data.pause) return pauseOf(data, data.pause, say)
    const titled = data.visits.map((visit) => [
      visit.service || words.visit,
      becameOf(visit, say),
    ]) as [string, string][]
    const first = titled
      .slice(0, 3)
      .map((pair) => pair.join(' '))
      .join('; ')
    const more = titled.length - 3
    return {
      ...toCustomer(data),
      list: titled.map(([service, became]) => [service, capital(became)]),
      fields: {
        ...baseOf(data),
        count: String(titled.length),
        service: '',
        date: '',
        until: '',
        changes: more > 0 ? `${first}${words.andMore(more, data.url)}` : first.replace(/\.?$/, '.'),
      },
    }
  },
  visit_reminder: (data, say) => {
    const titled = data.visits.map((visit) => ({
      ...visit,
      service: visit.service || say.words.visit,
    }))
    const [first] = titled
    const alone = titled.length === 1 ? first : undefined
    return {
      ...toCustomer(data),
      variant: alone ? 'one' : 'several',
      list: alone
        ? []
        : titled.map((visit) => [
            visit.service,
            [say.when(visit), visit.where].filter(Boolean).join(', '),
          ]),
      fields: {
        ...baseOf(data),
        date: say.day(data.on),
        service: alone?.service ?? '',
        when: alone ? say.when(alone) : '',
        address: alone?.where ?? '',
        count: String(titled.length),
        visits: titled.map(({ service, at }) => say.serviceAt(service, at)).join(', '),
      },
    }
  },
  request_received: (data, say) => ({
    variant: data.action,
    fields: {
      ...visitOf({ ...data, customer_name: data.customer_name ?? say.words.aCustomer }, say),
      preferred: (data.preferred ?? []).map(say.day).join('; '),
      old_when: data.old ? say.when(data.old) : '',
      until: data.until ? say.day(data.until) : '',
      reason: data.reason ?? '',
    },
  }),
  request_decided: (data, say) => ({
    ...toCustomer(data),
    variant: outcomeOf(data),
    fields: {
      ...visitOf(data, say),
      new_when:
        typeof data.moved_to === 'string' || !data.moved_to
          ? (data.moved_to ?? '')
          : say.when(data.moved_to),
      reason: data.reason ?? '',
    },
  }),
}

function plannedAs({ news, visits, until }: VisitData['visits_planned']) {
  if (news === 'planned') return visits.length === 1 ? 'one' : 'several'
  if (news === 'ended') return visits.length === 0 ? 'over' : 'ended'
  return news === 'paused' && until === null ? 'paused_openly' : news
}

function outcomeOf({ action, approved, moved_to, is_done }: VisitData['request_decided']) {
  if (action === 'visit') return 'visit_declined'
  if (!approved) return is_done ? 'too_late' : 'denied'
  if (action === 'cancel') return 'cancelled'
  return moved_to ? 'moved' : 'approved'
}
