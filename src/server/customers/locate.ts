import { sql } from 'kysely'
import { addressLine, type PostalAddress } from '../../domain/base/contact.ts'
import type { Point } from '../../domain/base/distance.ts'
import { believablePoint } from '../../domain/base/located.ts'
import type { App } from '../base/call.ts'
import { inOrgAll, onPlatform, system, type OrgTx } from '../base/db/door.ts'
import { centerOfZip } from '../base/kit/zip.ts'

type Locating = Pick<App, 'store' | 'log' | 'geocoder'>
type Unlocated = PostalAddress & { id: string; address_key: string | null }

/** As many as one run looks up, and of one organization: an import of thousands does not keep the others waiting. */
const most = { all: 400, ofOne: 50 }
/** Public address services allow one question a second. */
const between_ms = 1100

/**
 * Looks up where new and changed addresses are. It may run at any time, twice, or be killed: each
 * place is kept as it is found. While the service does not answer, ZIP codes stand in, and the next
 * run asks again.
 */
export async function locatePlaces(
  app: Locating,
  pause: () => Promise<unknown> = () => new Promise((go) => setTimeout(go, between_ms)),
): Promise<void> {
  const { geocoder } = app
  if (!geocoder) return
  let asked = 0
  try {
    for (const organization of await readOrganizations(app)) {
      for (const place of await inOrgAll(app.store, organization, system, readUnlocated)) {
        if (asked++ >= most.all) return
        const found = believablePoint(await geocoder(addressLine(place)), centerOfZip(place.zip))
        await inOrgAll(app.store, organization, system, (tx) => setPoint(tx, place, found))
        await pause()
      }
    }
  } catch (fault) {
    app.log.warn({ err: fault }, 'addresses could not be looked up')
  }
}

const isUnlocated = sql<boolean>`l.address_key is not null and l.removed_at is null
  and l.located_key is distinct from l.address_key`

async function readOrganizations({ store }: Locating): Promise<string[]> {
  const rows = await onPlatform(store, system, (tx) =>
    tx
      .selectFrom('organizations as o')
      .select('o.id')
      .where('o.status', '=', 'active')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('service_locations as l')
            .select('l.id')
            .whereRef('l.organization_id', '=', 'o.id')
            .where(isUnlocated),
        ),
      )
      .orderBy('o.id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

const readUnlocated = (tx: OrgTx): Promise<Unlocated[]> =>
  tx
    .selectFrom('service_locations as l')
    .select(['l.id', 'l.street', 'l.city', 'l.state', 'l.zip', 'l.address_key'])
    .where(isUnlocated)
    .orderBy('l.id')
    .limit(most.ofOne)
    .execute()

/** Unless the address changed meanwhile. */
const setPoint = (tx: OrgTx, { id, address_key }: Unlocated, point: Point | null) =>
  tx
    .updateTable('service_locations')
    .set({
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
      located_key: address_key,
    })
    .where('id', '=', id)
    .where('address_key', '=', address_key)
    .execute()
