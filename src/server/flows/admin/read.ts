import { sql, type RawBuilder } from 'kysely'
import type {
  AdminOrganization,
  AdminUser,
  OrganizationSummary,
} from '../../../domain/flows/admin.ts'
import { platformFee } from '../../../domain/money/platform.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { hasFactor } from '../../people/identity/factors.ts'
import { activeUsersOfEach } from '../../base/organizations/read.ts'

type Listing = {
  page: number
  limit: number
  search?: string | undefined
  status: 'active' | 'all'
}
type Counted<R> = { rows: R[]; page: number; total: number; totalPages: number }

/**
 * Everyone, each with the membership that counts: none for a platform role, otherwise one that is
 * in force before one that ended, work before being a customer, the newest first.
 */
const everyone = sql`
  select p.id, p.email, p.name, coalesce(p.platform_role, m.role) as role,
    case when p.status = 'inactive' or m.status = 'inactive' then 'inactive' else p.status end as status,
    m.organization_id, o.name as organization_name, p.last_seen_at,
    exists (select 1 from person_identities i where i.person_id = p.id and ${hasFactor}) as has_second_factor
  from people p
  left join lateral (
    select m.role, m.status, m.organization_id from memberships m
    where m.person_id = p.id and p.platform_role is null
    order by m.status = 'inactive', m.role = 'user', m.created_at desc, m.id desc limit 1) m on true
  left join organizations o on o.id = m.organization_id`

const matching = (columns: readonly RawBuilder<unknown>[], search: string | undefined) => {
  const typed = search?.trim()
  if (!typed) return sql`true`
  const like = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql.join(
    columns.map((column) => sql`${column} ilike ${like}`),
    sql` or `,
  )
}

/** One numbered page of rows that carry the number of all rows. */
async function pageOf<R>(
  tx: PlatformTx,
  { page, limit }: Listing,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Counted<R>> {
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*)::int as n from (${from}) listed`.execute(tx)
  const total = counted[0]?.n ?? 0
  const { rows } = await sql<R>`select * from (${from}) listed order by ${order}
    limit ${limit} offset ${(page - 1) * limit}`.execute(tx)
  return { rows, page, total, totalPages: Math.max(1, Math.ceil(total / limit)) }
}

export async function readUsers(
  tx: PlatformTx,
  query: Listing & { role?: string | undefined },
): Promise<{ users: AdminUser[] } & Omit<Counted<AdminUser>, 'rows'>> {
  const { status, search, role } = query
  const { rows, ...counted } = await pageOf<AdminUser>(
    tx,
    query,
    sql`select * from (${everyone}) everyone
      where (${matching([sql`name`, sql`email`, sql`organization_name`], search)})
        and ${status === 'active' ? sql`status = 'active'` : sql`true`}
        and ${role ? sql`role = ${role}` : sql`true`}`,
    sql`id desc`,
  )
  return { users: rows, ...counted }
}

export async function readUser(tx: PlatformTx, id: string): Promise<AdminUser | undefined> {
  const { rows } =
    await sql<AdminUser>`select * from (${everyone}) everyone where id = ${id}`.execute(tx)
  return rows[0]
}

/** Organizations `o` with their owners `p`; the list and its counts find the same. */
const organizationsFound = ({ search, status }: Pick<Listing, 'search' | 'status'>) => sql`
  from organizations o left join people p on p.id = o.owner_person_id
  where (${matching([sql`o.name`, sql`o.city`, sql`p.email`, sql`p.name`], search)})
    and ${status === 'active' ? sql`o.status = 'active'` : sql`true`}`

const organizationRows = ({ search, status }: Pick<Listing, 'search' | 'status'>) => sql`
  select o.id, o.name, o.slug, o.status, o.industry, o.website, o.phone_number, o.email, o.street, o.city, o.state, o.zip,
    o.owner_person_id as owner_user_id, p.name as owner_name, p.email as owner_email, o.subscription_status,
    o.stripe_charges_enabled, o.created_at
  ${organizationsFound({ search, status })}`

export async function readOrganizations(tx: PlatformTx, query: Listing) {
  const { rows, ...counted } = await pageOf<AdminOrganization>(
    tx,
    query,
    organizationRows(query),
    sql`lower(name), id`,
  )
  return { organizations: rows, ...counted }
}

export async function readOneOrganization(
  tx: PlatformTx,
  id: string,
): Promise<AdminOrganization | undefined> {
  const all = organizationRows({ status: 'all', search: undefined })
  const { rows } =
    await sql<AdminOrganization>`select * from (${all}) listed where id = ${id}`.execute(tx)
  return rows[0]
}

export async function readSummaries(tx: PlatformTx, query: Listing) {
  const { rows, ...counted } = await pageOf<Omit<OrganizationSummary, 'amount_preview_cents'>>(
    tx,
    query,
    sql`select f.id, f.name, f.status, count(m.id)::int as member_count,
        ${activeUsersOfEach.users} as active_users
      from (select o.id, o.name, o.status ${organizationsFound(query)}) f
      left join memberships m on m.organization_id = f.id
      ${activeUsersOfEach.join}
      group by f.id, f.name, f.status, counted.users`,
    sql`lower(name), id`,
  )
  const organizations: OrganizationSummary[] = rows.map((row) => ({
    ...row,
    amount_preview_cents: platformFee(row.active_users).amount_cents,
  }))
  return { organizations, ...counted }
}
