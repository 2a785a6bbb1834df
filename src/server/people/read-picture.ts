import { officeRoles } from '../../domain/roles.ts'
import type { Actor, ReadContext } from '../call.ts'
import type { Tx } from '../db/door.ts'

type Asked = { id: string; hash: string }
type Call = Pick<ReadContext, 'readOrgAll' | 'readPlatform'> & { actor: Actor; params: Asked }

/**
 * The bytes of somebody's picture, if the caller may see it: their own and, for whoever works for a business, those of the people who work
 * there too; the office also sees customers, and an administrator everyone.
 */
export async function readPicture(call: Call): Promise<Buffer | undefined> {
  const { actor, params } = call
  if (params.id === actor.person_id || actor.platform_role === 'admin')
    return call.readPlatform((tx) => contentOf(tx, params))
  if (!actor.organization_id || !actor.roles.some((role) => role !== 'user')) return undefined
  const isOffice = officeRoles.some((role) => actor.roles.includes(role))
  return call.readOrgAll(async (tx) => {
    const known = await tx
      .selectFrom('memberships')
      .select('id')
      .where('person_id', '=', params.id)
      .$if(!isOffice, (memberships) => memberships.where('role', '<>', 'user'))
      .executeTakeFirst()
    return known && contentOf(tx, params)
  })
}

async function contentOf(tx: Tx, { id, hash }: Asked): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('person_pictures')
    .select('content')
    .where('person_id', '=', id)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.content
}
