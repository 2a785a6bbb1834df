import { saidToOffice } from '../../../domain/money/payment-badge.ts'
import { approvable } from '../../../domain/money/autopay.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { ScheduleWarning } from '../../../api/schedule.ts'
import { api, ApiError, errorText, newIdempotencyKey } from '../../app/client.ts'
import { type Me } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { copyText } from '../../ui/CopyButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayLabel } from '../../ui/when.ts'
import { patchVisits, putVisit, reloadRequests, reloadSchedule } from './queries.ts'
import { sayDone } from './series-wish.ts'
import { spoken, wordsNow } from '../../app/words.ts'
import { customerText, serviceText } from './visit-text.ts'
import { visitWords } from '../../../words/en/visits.ts'

// Every act says how it went and answers whether it worked, so that a dialog knows whether to close.

/** The same act is worded a little differently on the dashboard and in the appointment dialog. */
export type Place = 'dashboard' | 'dialog'
type Answered = { request_id?: string | undefined }

export const visitOf = (visit: Visit) => ({ params: { rule_id: visit.occurrence_id } })
const isGone = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 404 || error.code === 'version_conflict' || error.code === 'visit_not_on_hold')

export async function attempt(failure: string, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    // Changed by someone else meanwhile: show the current state too.
    if (isGone(error)) void reloadSchedule()
    toast.failed(error instanceof ApiError && error.status === 404 ? undefined : error, failure)
    return false
  }
}

/** `asked`: doubts that stood beside the button already. */
const warn = (warnings: readonly ScheduleWarning[], asked: readonly string[] = []) => {
  const fresh = warnings.find(({ sentence }) => !asked.includes(sentence))
  if (fresh) toast.note(spoken(fresh.sentence, fresh.code))
}

export type CompleteInput = { collect: boolean; confirm_future?: boolean; done_on?: LocalDate }

/** Completes a visit. Answers `ask` when it is ahead of time, or when the visits after it would move. */
export async function completeVisit(visit: Visit, wish: CompleteInput): Promise<boolean | 'ask'> {
  const answer = await api['POST /api/schedule/{rule_id}/complete'].safe({
    ...visitOf(visit),
    body: { ...wish, ask_next: true },
  })
  if (!answer.ok) {
    const { error } = answer
    if (error.code === 'future_visit' || error.code === 'next_moves') return 'ask'
    if (error.status === 404) void reloadSchedule()
    toast.failed(error.status === 404 ? undefined : error, wordsNow(visitWords).completeFailed)
    return false
  }
  const { charge_refused, collect_enqueued, next, visit: completed } = answer.data
  const words = wordsNow(visitWords)
  const what = words.completedFor(
    `${customerText(completed)}, ${serviceText(completed)}`,
    words.completedAs(answer.data.message),
  )
  const message = next?.next_date ? words.thenNext(what, dayLabel(next.next_date)) : what
  putVisit(completed)
  if (next) void reloadSchedule()
  if (collect_enqueued) toast.done(message)
  else toast.undoable(message, () => void reopenVisit(completed))
  if (charge_refused) toast.note(chargeText(charge_refused.code, charge_refused.sentence))
  return true
}

export const reopenVisit = (visit: Visit) =>
  attempt(wordsNow(visitWords).undoFailed, async () => {
    const { visit: open, warnings } = await api['POST /api/schedule/{rule_id}/reopen'](
      visitOf(visit),
    )
    putVisit(open)
    toast.done(wordsNow(visitWords).openAgain)
    warn(warnings)
    void reloadSchedule()
  })

/** Why a charge did not start, in the words of the desk. */
const chargeText = (code: string, sentence: string): string =>
  code === 'org_not_charge_ready'
    ? wordsNow(visitWords).notEnabled
    : code === 'requires_action'
      ? wordsNow(visitWords).authRequired
      : code === 'no_payment_method'
        ? wordsNow(visitWords).noCard
        : approvable.has(code)
          ? wordsNow(visitWords).agreedByPhone(spoken(sentence, code))
          : saidToOffice(spoken(sentence, code))

/** Charges the saved method for a visit's invoice; a draft is opened on the way. */
export async function chargeVisit(visit: Visit): Promise<boolean> {
  const { invoice_id } = visit
  if (!invoice_id) return false
  toast.note(wordsNow(visitWords).charging)
  try {
    if (visit.invoice_status === 'draft')
      await api['POST /api/invoices/{id}/open']({ params: { id: invoice_id } })
    await api['POST /api/invoices/{id}/pay']({
      params: { id: invoice_id },
      idempotency_key: newIdempotencyKey(),
    })
    patchVisits(queryClient, ({ id }) => id === visit.id, {
      invoice_status: 'processing',
      payment_badge: 'pending',
    })
    toast.done(wordsNow(visitWords).collecting)
    return true
  } catch (error) {
    const sentence = errorText(error, wordsNow(visitWords).chargeFailed)
    toast.problem(error instanceof ApiError ? chargeText(error.code, sentence) : sentence)
    return false
  } finally {
    void reloadSchedule()
  }
}

/** Opens and copies the address where a visit can be paid; makes its invoice first if it has none. */
export async function openPayLink(visit: Visit): Promise<boolean> {
  // Opened before anything is awaited, or the browser blocks it as a pop-up.
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  const invoice_id = visit.invoice_id ?? (await seedInvoice(visit))
  if (!invoice_id) return (tab?.close(), false)
  const done = await attempt(wordsNow(visitWords).payLinkFailed, async () => {
    const { url } = await api['POST /api/invoices/{id}/paylink']({ params: { id: invoice_id } })
    if (tab) tab.location.replace(url)
    if (await copyText(url)) toast.done(wordsNow(visitWords).payLinkOpened)
  })
  if (!done) tab?.close()
  void reloadSchedule()
  return done
}

async function seedInvoice(visit: Visit): Promise<string | null> {
  const seeded = await api['POST /api/schedule/{rule_id}/seed-invoice'].safe({
    ...visitOf(visit),
    body: {},
  })
  if (seeded.ok) return seeded.data.invoice_id
  toast.failed(seeded.error, wordsNow(visitWords).invoiceFailed)
  return null
}

export type Slot = {
  start_minutes?: number | null
  team_id?: string | null
  apply_team_to?: 'date' | 'rule'
  replace_changed?: boolean
} & Answered

export const setSlot = (visit: Visit, slot: Slot, place: Place) =>
  attempt(
    place === 'dialog'
      ? wordsNow(visitWords).saveFailed
      : slot.start_minutes === undefined
        ? wordsNow(visitWords).assignFailed
        : wordsNow(visitWords).timeFailed,
    async () => {
      const saved = await api['POST /api/schedule/set-time']({
        body: { rule_id: visit.occurrence_id, ...slot, expected_version: visit.version },
      })
      putVisit(saved.visit)
      if (slot.request_id) void reloadRequests()
      const text =
        place === 'dialog' || slot.start_minutes === undefined
          ? wordsNow(visitWords).saved
          : wordsNow(visitWords).timeSaved
      if (slot.apply_team_to === 'rule') sayDone(text, saved.edit_id)
      else toast.done(text)
      warn(saved.warnings)
    },
  )

export const clearTime = (visit: Visit) =>
  attempt(wordsNow(visitWords).clearFailed, async () => {
    putVisit(
      (
        await api['DELETE /api/schedule/{rule_id}/time']({
          ...visitOf(visit),
          query: { expected_version: visit.version },
        })
      ).visit,
    )
    toast.done(wordsNow(visitWords).cleared)
  })

type Move = {
  to_date: string
  start_minutes?: number | null
  team_id?: string | null
} & Answered

export const rescheduleVisit = (visit: Visit, move: Move, asked: readonly string[]) =>
  attempt(wordsNow(visitWords).rescheduleFailed, async () => {
    const moved = await api['POST /api/schedule/{rule_id}/reschedule']({
      ...visitOf(visit),
      body: { from_date: visit.date, ...move, expected_version: visit.version },
    })
    putVisit(moved.visit)
    if (move.request_id) void reloadRequests()
    toast.undoable(wordsNow(visitWords).rescheduled, () => void putBack(visit, moved.visit))
    warn(moved.warnings, asked)
  })

const putBack = (was: Visit, is: Visit) =>
  attempt(wordsNow(visitWords).rescheduleFailed, async () => {
    const body = {
      to_date: was.date,
      start_minutes: was.start_minutes,
      team_id: was.team_id,
      expected_version: is.version,
    }
    putVisit(
      (await api['POST /api/schedule/{rule_id}/reschedule']({ ...visitOf(was), body })).visit,
    )
  })

export const skipVisit = (visit: Visit, place: Place, { request_id }: Answered = {}) =>
  attempt(
    place === 'dialog' ? wordsNow(visitWords).cancelOneFailed : wordsNow(visitWords).cancelFailed,
    async () => {
      const skipped = await api['POST /api/schedule/{rule_id}/skip']({
        ...visitOf(visit),
        body: {
          reason: request_id ? 'customer' : 'staff',
          request_id,
          expected_version: visit.version,
        },
      })
      putVisit(skipped.visit)
      if (request_id) void reloadRequests()
      toast.undoable(
        place === 'dialog' ? wordsNow(visitWords).oneCancelled : wordsNow(visitWords).dateCancelled,
        () => void restoreVisit(skipped.visit),
      )
    },
  )

export const restoreVisit = (visit: Visit) =>
  attempt(wordsNow(visitWords).restoreFailed, async () => {
    putVisit((await api['POST /api/schedule/{rule_id}/restore'](visitOf(visit))).visit)
    toast.done(wordsNow(visitWords).restored)
  })

export const resolveRequest = (id: string, status: 'approved' | 'denied', reason?: string | null) =>
  attempt(wordsNow(visitWords).saveFailed, async () => {
    await api['POST /api/owner/customer-requests/{id}/resolve']({
      params: { id },
      body: { status, reason },
    })
    void reloadRequests()
    void reloadSchedule()
    toast.done(status === 'approved' ? wordsNow(visitWords).approved : wordsNow(visitWords).denied)
  })

/** Whether rules treat the signed-in person as crew: everyone who is not owner or manager. */
export const isCrewHand = (me: Me): boolean => !hasRole(me.roles, officeRoles)
