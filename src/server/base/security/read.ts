import { sql } from 'kysely'
import { deviceName } from '../../../domain/messages/push.ts'
import {
  type PlatformAct,
  type SecurityEntry,
  type SignIn,
  signInWay,
  type SignInWay,
} from '../../../domain/base/security-log.ts'
import type { PlatformTx } from '../db/door.ts'

type Page = { after?: string | undefined; limit: number }
type Whose = { person_id?: string | undefined; organization_id?: string | undefined }

/** The security log, newest first. A person's rows are theirs by account, too: sign-ins know no more. */
export async function readSecurityEvents(
  tx: PlatformTx,
  { kind, person_id, organization_id }: Whose & { kind?: string | undefined },
  { after, limit }: Page,
): Promise<SecurityEntry[]> {
  const { rows } = await sql<SecurityRow>`
    select e.id, e.at, e.event, e.outcome, e.ip, e.agent, e.method, e.route, e.detail,
      p.id as person_id, coalesce(p.name, p.email, 'No name') as person_label,
      r.id as real_id, coalesce(r.name, r.email, 'No name') as real_label, o.id as organization_id, o.name as organization_label
    from security_events e
    left join person_identities i on e.person_id is null and i.subject = e.account_id::text
    left join people p on p.id = coalesce(e.person_id, i.person_id)
    left join people r on r.id = e.real_person_id
    left join organizations o on o.id = e.organization_id
    where (${after ?? null}::uuid is null or e.id < ${after ?? null}::uuid)
      and (${kind ?? null}::text is null or e.event = ${kind ?? null}::text)
      and (${organization_id ?? null}::uuid is null or e.organization_id = ${organization_id ?? null}::uuid)
      and (${person_id ?? null}::uuid is null or e.person_id = ${person_id ?? null}::uuid or e.real_person_id = ${person_id ?? null}::uuid
        or e.account_id::text in (select subject from person_identities where person_id = ${person_id ?? null}::uuid))
    order by e.id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    event: row.event,
    outcome: row.outcome,
    person: who(row.person_id, row.person_label),
    real_person: who(row.real_id, row.real_label),
    organization: who(row.organization_id, row.organization_label),
    ip: row.ip,
    device: row.agent ? deviceName(row.agent) : null,
    call: row.route ? [row.method, row.route].filter(Boolean).join(' ') : null,
    way: wayOf(row),
    details: Object.entries(row.detail ?? {})
      .filter(([name]) => name !== 'acr' && name !== 'amr')
      .map(([name, value]) => `${name}: ${textOf(value)}`),
  }))
}

type SecurityRow = {
  id: string
  at: string
  event: string
  outcome: 'success' | 'failure'
  ip: string | null
  agent: string | null
  method: string | null
  route: string | null
  detail: Record<string, unknown> | null
  person_id: string | null
  person_label: string
  real_id: string | null
  real_label: string
  organization_id: string | null
  organization_label: string | null
}

const wayOf = ({ event, detail }: Pick<SecurityRow, 'event' | 'detail'>): SignInWay | null =>
  event === 'authn_login_success' ? signInWay(detail ?? {}) : null

const who = (id: string | null, label: string | null) =>
  id ? { id, label: label ?? 'No name' } : null
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.join(', ')
      : JSON.stringify(value)

/** An account's sign-ins, newest first, and the tries that failed. */
export async function readSignIns(
  tx: PlatformTx,
  account_id: string,
  { after, limit }: Page,
): Promise<SignIn[]> {
  const rows = await tx
    .selectFrom('security_events')
    .select(['id', 'at', 'event', 'agent', 'ip', 'detail'])
    .where('account_id', '=', account_id)
    .where('event', 'in', ['authn_login_success', 'authn_login_fail'])
    .$if(after !== undefined, (rest) => rest.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, at, event, agent, ip, detail }) => ({
    id,
    at,
    way: wayOf({ event, detail: detail as SecurityRow['detail'] }),
    device: deviceName(agent ?? ''),
    ip,
  }))
}

/** What people with a platform role did, in their own name or another's; newest first. */
export async function readPlatformActs(
  tx: PlatformTx,
  { person_id, organization_id }: Whose,
  { after, limit }: Page,
): Promise<PlatformAct[]> {
  const { rows } = await sql<
    Omit<PlatformAct, 'person' | 'organization'> & {
      person_id: string | null
      person_label: string
      organization_id: string | null
      organization_label: string | null
    }
  >`
    select a.id, a.at, a.action, a.ip, a.outcome, p.id as person_id, coalesce(p.name, p.email, 'No name') as person_label,
      o.id as organization_id, o.name as organization_label
    from audit a join people p on p.id = coalesce(a.real_actor_id, a.actor_id)
    left join organizations o on o.id = a.organization_id
    where (a.real_actor_id is not null or p.platform_role is not null)
      and (${after ?? null}::uuid is null or a.id < ${after ?? null}::uuid)
      and (${person_id ?? null}::uuid is null or p.id = ${person_id ?? null}::uuid)
      and (${organization_id ?? null}::uuid is null or a.organization_id = ${organization_id ?? null}::uuid)
    order by a.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, at, action, ip, outcome, ...row }) => ({
    id,
    at,
    action,
    ip,
    outcome,
    person: who(row.person_id, row.person_label),
    organization: who(row.organization_id, row.organization_label),
  }))
}
