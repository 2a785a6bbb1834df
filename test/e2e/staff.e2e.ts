import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { broken, choose, toasted } from './office-words.ts'

// The people of a business: what they may do, leaving, and a new owner.
test.use({ world: 'admin' })
test.setTimeout(120_000)

test('the owner dismisses a crew leader, who is out at once, and takes them back', async ({
  as,
  shot,
}) => {
  const leader = await as('crew_leader', '/app/team')
  await expect(leader.getByText('Cam Reyes')).toBeVisible()
  const page = await as('owner', '/app/people')
  const list = page.getByRole('list', { name: 'People' })
  const luis = list.getByRole('listitem').filter({ hasText: 'Luis Ortega' })
  await expect(luis).toContainText('Crew leader')
  await expect(luis).toContainText('North Crew')
  // About oneself there is only what happened.
  await list.getByRole('button', { name: 'More about Dana Green' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['History'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await shot(page, 'people')

  const more = luis.getByRole('button', { name: 'More about Luis Ortega' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoAxeViolations(page)
  await broken(page, /deactivate$/, async () => {
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await toasted(page, 'Failed to deactivate')
  })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await toasted(page, 'Luis Ortega no longer has access')
  await expect(luis).toContainText('No access')
  await expect(luis).toContainText('Access ended')
  await leader.goto('/app/team')
  await expect(leader).toHaveURL(/unauthorized|login/)

  await more.click()
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await toasted(page, 'Luis Ortega has access again')
  await leader.goto('/app/team')
  await expect(leader.getByText('Cam Reyes')).toBeVisible()
})

test('roles change from a sheet; managers see only what they may change', async ({ as }) => {
  const page = await as('owner', '/app/people')
  const list = page.getByRole('list', { name: 'People' })
  const sam = list.getByRole('listitem').filter({ hasText: 'Sam Okafor' })
  await sam.getByRole('button', { name: 'More about Sam Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Change role or team' }).click()
  const sheet = page.getByRole('dialog')
  await choose(page, sheet.getByLabel('Role'), 'Crew leader')
  await choose(page, sheet.getByLabel('Team'), 'West Crew')
  await broken(page, /people\/[^/]+\/role$/, async () => {
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(sheet.getByText('Failed to update role')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'Saved')
  await expect(sam).toContainText('Crew leader')
  await expect(sam).toContainText('West Crew')

  const manager = await as('manager', '/app/people')
  await expect(manager.getByRole('button', { name: 'More about Sam Okafor' })).toBeVisible()
  for (const name of ['Dana Green', 'Morgan Ellis']) {
    await manager.getByRole('button', { name: `More about ${name}` }).click()
    await expect(manager.getByRole('menuitem')).toHaveText(['History'])
    await manager.keyboard.press('Escape')
    await expect(manager.getByRole('menuitem')).toHaveCount(0)
  }
})

test('the owner offers the business, the manager takes it over and gives it back', async ({
  as,
}) => {
  const owner = await as('owner', '/app/people')
  const manager = await as('manager', '/app/people')
  const offer = async (from: typeof owner, name: string) => {
    await from.getByRole('button', { name: `More about ${name}` }).click()
    await from.getByRole('menuitem', { name: 'Hand the business over' }).click()
    await from.getByRole('dialog').getByRole('button', { name: 'Offer the business' }).click()
    await toasted(from, `Offered to ${name}`)
  }
  await offer(owner, 'Morgan Ellis')
  await owner.getByRole('button', { name: 'Take the offer back' }).click()
  await expect(owner.getByRole('button', { name: 'Take the offer back' })).toBeHidden()
  await offer(owner, 'Morgan Ellis')
  await expect(manager.getByText('Dana Green wants to hand the business over to you')).toBeVisible()
  await expectNoAxeViolations(manager)
  await manager.getByRole('button', { name: 'Take the business over' }).click()
  await expect(manager).toHaveURL('/app')
  await manager.goto('/app/people')
  await expect(manager.getByRole('listitem').filter({ hasText: 'Morgan Ellis' })).toContainText(
    'Owner',
  )
  await offer(manager, 'Dana Green')
  await owner.goto('/app/people')
  await owner.getByRole('button', { name: 'Take the business over' }).click()
  await expect(owner).toHaveURL('/app')
})
