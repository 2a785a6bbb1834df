import { Secret, TOTP } from 'otpauth'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'
import { callsOf, type Call } from './sign-in.ts'

test.use({ world: 'lost-factor' })

/** Sets up an app, as somebody does on their account page. */
async function setUp(call: Call): Promise<void> {
  const { secret } = await call('POST', '/api/me/second-factor/begin', {
    current_password: password,
  })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await call('POST', '/api/me/second-factor/confirm', { code })
}

test('the owner resets the lost second factor of a manager, an administrator that of the owner', async ({
  as,
  server,
  shot,
}) => {
  await setUp(await callsOf(server.url, people.manager))
  const owner = await as('owner', '/app/people')
  const manager = owner.getByRole('listitem').filter({ hasText: people.manager })
  await manager.getByRole('button', { name: /^More about/ }).click()
  await owner.getByRole('menuitem', { name: 'Reset their second factor' }).click()
  const dialog = owner.getByRole('dialog', { name: /^Reset the second factor of/ })
  await expectNoAxeViolations(owner)
  await shot(owner, 'reset-factor')
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(owner.getByText(/can sign in without it and set up a new one$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await manager.getByRole('button', { name: /^More about/ }).click()
  await expect(owner.getByRole('menuitem', { name: 'Change role or team' })).toBeVisible()
  await expect(owner.getByRole('menuitem', { name: 'Reset their second factor' })).toBeHidden()

  await setUp(await callsOf(server.url, people.owner))
  const admin = await as('admin', '/app/admin?tab=users')
  await admin.getByLabel('Search users').fill(people.owner)
  const edit = admin.getByRole('table', { name: 'Users' }).getByRole('button', { name: /^Edit / })
  const reset = admin.getByRole('button', { name: 'Reset second factor' })
  await expect(edit).toHaveCount(1)
  await edit.click()
  await reset.click()
  await shot(admin, 'reset-factor-admin')
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(admin.getByText(/can sign in without it and set up a new one$/)).toBeVisible()
  await edit.click()
  await expect(admin.getByRole('dialog', { name: /^Edit / })).toBeVisible()
  await expect(reset).toHaveCount(0)
  await expectNoAxeViolations(admin)
})
