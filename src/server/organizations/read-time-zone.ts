import { todayIn, type LocalDate } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'

/** The organization's time zone, an IANA name. */
export const readTimeZone = async (tx: OrgTx): Promise<string> =>
  (
    await tx
      .selectFrom('organizations')
      .select('time_zone')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
  ).time_zone

/** Today where the organization is. */
export const todayOf = async (tx: OrgTx): Promise<LocalDate> =>
  todayIn(await readTimeZone(tx), new Date().toISOString())
