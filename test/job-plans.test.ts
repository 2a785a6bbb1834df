import { expect, it } from 'vitest'
import { jobPlans } from '../src/server/base/jobs/catalog.ts'

/** Every figure of a plan, as a person reads it. */
const told = Object.entries(jobPlans).map(([name, plan]) =>
  [
    `${name}: ${plan.retries} retries after ${plan.retry_after} to ${plan.retry_max} s`,
    `lost after ${plan.lost_after} s`,
    `${plan.at_once} at once`,
    ...(plan.schedule ? [plan.schedule] : []),
    ...(plan.at_start ? ['at the start'] : []),
  ].join(', '),
)

// Nothing fails at once when a job is tried once less or an hour later, so a change of these figures is to be seen in its commit: `vitest -u` writes them.
it('job plans are those of job-plans.txt', async () => {
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('job-plans.txt')
})
