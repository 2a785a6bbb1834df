import { sql } from 'kysely'
import type { NewRuleRow } from '../../domain/import-plan.ts'
import type { BillingMode } from '../../domain/schedule.ts'
import type { OrgTx } from '../db/door.ts'
import { oneOf } from '../db/ids.ts'

/** Writes imported work in one statement; a series has the id of its first segment. Emits nothing. */
export async function insertImportedRules(
  tx: OrgTx,
  rules: readonly NewRuleRow[],
  billing_mode: BillingMode,
): Promise<void> {
  if (!rules.length) return
  await sql`insert into rules (id, series_id, customer_id, service_id, location_id, team_id, pattern, interval, weekdays, month_week, anchor_date,
      start_date, end_date, season_start_month, season_end_month, start_minutes, duration_minutes, price_cents, billing_mode, notes, created_by)
    select r.id, r.id, r.customer_id, r.service_id, r.location_id, r.team_id, r.pattern, r.interval, r.weekdays, r.month_week, r.anchor_date,
      r.start_date, r.end_date, r.season_start_month, r.season_end_month, r.start_minutes, r.duration_minutes, r.price_cents,
      ${billing_mode}::text, r.notes, ${tx.cause.person_id}::uuid
    from json_to_recordset(${JSON.stringify(rules)}::text::json) as r(id uuid, customer_id uuid, service_id uuid, location_id uuid, team_id uuid,
      pattern text, interval int, weekdays smallint[], month_week smallint, anchor_date date, start_date date, end_date date,
      season_start_month smallint, season_end_month smallint, start_minutes int, duration_minutes int, price_cents bigint, notes text)`.execute(
    tx,
  )
}

/** Deletes imported work nobody has touched. Emits nothing. */
export async function deleteImportedRules(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await sql`delete from rules where id in ${oneOf(ids)}`.execute(tx)
}
