import { sql } from 'kysely'
import { todayIn } from '../../domain/dates.ts'
import { ownerAndAdminRoles } from '../../domain/roles.ts'
import type { App } from '../call.ts'
import { inOrgAll, readPlatform, system } from '../db/door.ts'
import { homeUrl } from '../messages/home.ts'
import { notifyOffice } from '../messages/notify-office.ts'

/** Days before the end of a trial on which its owner hears of it. */
const trialAhead = 3

/** Tells owners once that their trial is about to end. */
export async function tellTrialsEnding(app: Pick<App, 'store' | 'config' | 'log'>): Promise<void> {
  if (!app.config.PLATFORM_BILLING) return
  const due = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name', 'time_zone', 'trial_ends_at', 'platform_default_pm'])
      .where('status', '=', 'active')
      .where('subscription_status', '=', 'trialing')
      .where('trial_ends_at', '>', sql<string>`now()`)
      .where('trial_ends_at', '<=', sql<string>`now() + make_interval(days => ${trialAhead})`)
      .execute(),
  )
  for (const { id, name, time_zone, trial_ends_at, platform_default_pm } of due) {
    const data = {
      organization: { name },
      ends_on: todayIn(time_zone, trial_ends_at!),
      has_method: platform_default_pm !== null,
      url: homeUrl('/app/settings'),
    }
    try {
      await inOrgAll(app.store, id, system, (tx) =>
        notifyOffice(
          tx,
          `${id}:${trial_ends_at}`,
          { kind: 'trial_ending', data },
          ownerAndAdminRoles,
        ),
      )
    } catch (fault) {
      app.log.error({ err: fault, organization_id: id }, 'the end of a trial could not be told')
    }
  }
}
