import { sql } from 'kysely'
import type { firstStepCalls } from '../../api/first-steps.ts'
import { stepsToShow, type FirstStep, type FirstSteps } from '../../domain/first-steps.ts'
import type { Handlers } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { found } from '../refusals.ts'

export const firstStepHandlers: Handlers<typeof firstStepCalls> = {
  'GET /api/owner/first-steps': ({ readOrg }) => readOrg(readFirstSteps),
  'POST /api/owner/first-steps/hide': ({ inOrg }) =>
    inOrg(async (tx) => {
      await tx
        .updateTable('organizations')
        .set({ first_steps_hidden_at: sql`now()` })
        .where('id', '=', tx.org)
        .execute()
      await emit(tx, 'organization.changed', { fields: ['first_steps'] })
      return readFirstSteps(tx)
    }),
}

async function readFirstSteps(tx: OrgTx): Promise<FirstSteps> {
  const { rows } = await sql<Record<FirstStep, boolean> & { is_hidden: boolean }>`
    select exists (select 1 from services where active) as service,
      exists (select 1 from teams where deleted_at is null) as team,
      exists (select 1 from customers) or exists (select 1 from invitations where kind = 'customer') as customer,
      exists (select 1 from rules) as visit,
      o.stripe_charges_enabled as payments, o.logo is not null as logo, o.first_steps_hidden_at is not null as is_hidden
    from organizations o where o.id = ${tx.org}`.execute(tx)
  const { is_hidden, ...done } = found(rows[0])
  return { steps: stepsToShow(done, is_hidden) }
}
