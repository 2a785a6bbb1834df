import { inOrgAll } from '../base/db/door.ts'
import type { App } from '../base/call.ts'
import { notifyOffice } from './tell.ts'
import type { DeviceSetUp } from '../people/identity/options.ts'

/** Tells the office that a QR code it showed signed a device in. */
export const notifyDevice = (
  { store, config }: Pick<App, 'store' | 'config'>,
  { account_id, organization_id, created_by, name, browser, system }: DeviceSetUp,
): Promise<void> =>
  inOrgAll(store, organization_id, { person_id: created_by }, async (tx) => {
    const organization = await tx
      .selectFrom('organizations')
      .select(['name', 'email', 'phone_number'])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
    const data = {
      organization,
      person: name,
      browser,
      system,
      url: `${config.PUBLIC_URL}/app/people`,
    }
    await notifyOffice(tx, `${account_id}:${Date.now()}`, { kind: 'device_set_up', data })
  })
