import { sql } from 'kysely'
import { photoPurposes } from '../../../domain/base/file.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** Removes the photos of a customer's visits. Signatures stay: they prove work that was billed. */
export async function erasePhotos(
  tx: PlatformTx,
  { organization_id, id }: { organization_id: string; id: string },
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ content: null, thumbnail: null, label: null, removed_at: sql<string>`now()` })
    .where('organization_id', '=', organization_id)
    .where('customer_id', '=', id)
    .where('purpose', 'in', [...photoPurposes])
    .where('removed_at', 'is', null)
    .execute()
}
