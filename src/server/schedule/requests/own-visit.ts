import type { LocalDate } from '../../../domain/base/dates.ts'
import { notFound } from '../../base/kit/refusals.ts'
import { findVisit, type FoundVisit, type LockedVisit } from '../visits/find.ts'
import { lockVisit } from '../visits/lock.ts'
import { goneSentence, parseVisitRef, visitRef } from '../visits/ref.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readWindow } from '../week/window.ts'

type VisitName = {
  date: LocalDate
  occurrence_id?: string | undefined
  service_id?: string | null | undefined
}

/** The customer's own visit, locked. */
export const lockOwnVisit = async (
  ctx: ScheduleContext,
  customer_id: string,
  name: VisitName,
): Promise<LockedVisit> => lockVisit(ctx, visitRef(await findOwnVisit(ctx, customer_id, name)))

/** The customer's own visit, by id, or by date and service. */
export async function findOwnVisit(
  ctx: ScheduleContext,
  customer_id: string,
  name: VisitName,
): Promise<FoundVisit> {
  const text = name.occurrence_id || (await findOwnVisitId(ctx, customer_id, name))
  if (!text || !/^[0-9a-fA-F-]{36}(:\d{4}-\d{2}-\d{2})?$/.test(text)) throw notFound(goneSentence)
  const seen = await findVisit(ctx, parseVisitRef(text, name.date))
  if (seen.customer_id !== customer_id) throw notFound(goneSentence)
  return seen
}

async function findOwnVisitId(
  { tx, calendar }: ScheduleContext,
  customer_id: string,
  { date, service_id }: VisitName,
): Promise<string | undefined> {
  const { visits } = await readWindow(tx, calendar, { from: date, to: date }, { customer_id })
  return visits.find(
    ({ service }) => !service_id || service?.id === service_id || service?.key === service_id,
  )?.occurrence_id
}
