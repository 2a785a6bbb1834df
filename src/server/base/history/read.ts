import { sql } from 'kysely'
import type { HistoryEntry } from '../../../api/history.ts'
import { changesOf, historyKinds, type HistoryKind } from '../../../domain/base/history.ts'
import type { OrgTx } from '../db/door.ts'
import { actOf, strangerOf, momentsOf, readChangesOfRequests } from './read-changes.ts'

type Filter = {
  person_id?: string | undefined
  kind?: HistoryKind | undefined
  entity_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** What was done, newest first. An act that was refused later is one entry, the refusal. */
export async function readHistory(
  tx: OrgTx,
  filter: Filter,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<HistoryEntry[]> {
  const { person_id, kind, entity_id, from, to } = filter
  const zone = sql`(select time_zone from organizations where id = ${tx.org}::uuid)`
  const rows = await tx
    .selectFrom('audit as a')
    .leftJoin('people as p', 'p.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.actor_id', 'a.real_actor_id', 'a.action', 'a.entity_id'])
    .select(['a.before', 'a.after', 'a.outcome', 'a.ip', 'a.request_id', 'p.name', 'p.email'])
    .where('a.organization_id', '=', tx.org)
    .where(
      sql<boolean>`(a.outcome is not null or a.request_id is null or not exists (
        select from audit r where r.organization_id = a.organization_id and r.request_id = a.request_id and r.id > a.id
          and r.action = a.action and r.outcome is not null))`,
    )
    .$if(after !== undefined, (rest) => rest.where('a.id', '<', after!))
    .$if(person_id !== undefined, (rest) => rest.where('a.actor_id', '=', person_id!))
    .$if(entity_id !== undefined, (rest) => rest.where('a.entity_id', '=', entity_id!))
    .$if(kind !== undefined, (rest) =>
      rest.where((eb) =>
        eb.or(historyKinds[kind!].map((part) => eb('a.action', 'like', `%${part}%`))),
      ),
    )
    .$if(from !== undefined, (rest) =>
      rest.where(sql<boolean>`a.at >= ${from!}::date::timestamp at time zone ${zone}`),
    )
    .$if(to !== undefined, (rest) =>
      rest.where(sql<boolean>`a.at < (${to!}::date + 1)::timestamp at time zone ${zone}`),
    )
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  const recorded = await readChangesOfRequests(
    tx,
    rows.flatMap(({ request_id }) => request_id ?? []),
  )
  const moment = await momentsOf(tx)
  const shown = (text: string | null) => (text && isMoment.test(text) ? moment(text) : text)
  const sent = ({ before, after }: (typeof rows)[number]) =>
    changesOf(before, after)
      .filter(({ field }) => field !== 'impersonation_id')
      .map(({ field, from, to }) => ({ field, from: shown(from), to: shown(to) }))
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    person: row.actor_id
      ? { id: row.actor_id, name: row.name ?? row.email ?? strangerOf(row.action) }
      : null,
    by_support: row.real_actor_id !== null,
    act: actOf(row.action, row.after),
    entity_id: row.entity_id,
    // What was sent, where nothing that has a history of its own changed.
    changes: recorded.get(row.request_id ?? '') ?? sent(row),
    refused: row.outcome,
    ip: row.ip,
  }))
}
