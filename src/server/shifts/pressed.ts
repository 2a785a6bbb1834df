import { sql } from 'kysely'
import type { ClockAct } from '../../domain/shift.ts'

/** When the button was pressed; a phone that was offline sends it later. */
export const pressed = ({ waited_ms = 0 }: ClockAct, later_ms = 0) =>
  sql<string>`now() - ${waited_ms - later_ms}::float8 * interval '1 millisecond'`
