import type { productUpdates } from '../../../api/product-updates.ts'
import type { ProductUpdate } from '../../../domain/flows/product-update.ts'
import type { Handlers } from '../../base/call.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import { lettersOf, sendTest } from './send.ts'
import { countReaders, readUpdates } from './read.ts'
import { addDraft, changeDraft, removeDraft, startSending } from './write.ts'

const readOne = async (tx: PlatformTx, id: string) => found((await readUpdates(tx, id))[0])

async function kept(tx: PlatformTx, id: string, person_id: string) {
  const update = await readOne(tx, id)
  const letters = await lettersOf(tx, update, person_id)
  return { update, letters, people: await countReaders(tx) }
}

export const productUpdateHandlers: Handlers<typeof productUpdates> = {
  'GET /api/admin/product-updates': ({ readPlatform }) =>
    readPlatform(async (tx) => ({ updates: await readUpdates(tx) })),

  'POST /api/admin/product-updates': ({ onPlatform, body, actor }) =>
    onPlatform(async (tx) => kept(tx, await addDraft(tx, body, actor.person_id), actor.person_id)),

  'PUT /api/admin/product-updates/{id}': ({ onPlatform, params, body, actor }) =>
    onPlatform(async (tx) => {
      await changeDraft(tx, params.id, body)
      return kept(tx, params.id, actor.person_id)
    }),

  'DELETE /api/admin/product-updates/{id}': ({ onPlatform, params }) =>
    onPlatform(async (tx) => {
      await removeDraft(tx, params.id)
      return { ok: true as const }
    }),

  'POST /api/admin/product-updates/{id}/test': ({ onPlatform, params, actor }) =>
    onPlatform(async (tx) => {
      const update = await readOne(tx, params.id)
      return { sent_to: await sendTest(tx, update, actor.person_id) }
    }),

  'POST /api/admin/product-updates/{id}/send': ({ onPlatform, params, body, actor }) =>
    onPlatform(async (tx): Promise<{ update: ProductUpdate }> => {
      await startSending(tx, params.id, body.version, actor.person_id)
      return { update: await readOne(tx, params.id) }
    }),
}
