import { ownerAndAdminRoles } from '../../domain/roles.ts'
import { inOrgAll, readPlatform, system } from '../db/door.ts'
import { homeUrl } from '../messages/home.ts'
import { notifyOffice } from '../messages/notify-office.ts'
import type { MoneyApp } from '../payments/facts.ts'

/** Where the owner sees and pays what the platform bills. */
export const billingPage = (): string => homeUrl('/app/settings?tab=billing')

type Bill = { once: string; paid: boolean; total_cents: number }

/** Tells the owner of a business that is this customer of the platform once that its bill was paid, or could not be. */
export async function tellOfBill(
  app: Pick<MoneyApp, 'store'>,
  customer: string,
  { once, ...bill }: Bill,
): Promise<void> {
  const organization = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name'])
      .where('platform_customer_id', '=', customer)
      .executeTakeFirst(),
  )
  if (!organization) return
  const { id, name } = organization
  const data = { organization: { name }, ...bill, url: billingPage() }
  await inOrgAll(app.store, id, system, (tx) =>
    notifyOffice(tx, once, { kind: 'platform_bill', data }, ownerAndAdminRoles),
  )
}
