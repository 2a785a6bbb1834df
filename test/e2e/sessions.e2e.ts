import { cutOff, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'

test('the owner sees where she is signed in, ends one of them, and that page goes to the sign-in', async ({
  browser,
  shot,
}) => {
  const contexts = [await browser.newContext(), await browser.newContext()]
  const [here, elsewhere] = [await contexts[0]!.newPage(), await contexts[1]!.newPage()]
  await signIn(elsewhere, people.owner, '/app/account')
  await signIn(here, people.owner, '/app/account')
  const card = here.getByRole('region', { name: 'Where you are signed in' })
  const rows = card.getByRole('listitem')
  // Other journeys may have left sessions of hers; the one last used after this one is the other page.
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.count()
  await expect(rows.filter({ hasText: '(this device)' })).toHaveCount(1)
  await expectNoAxeViolations(here)
  await here.setViewportSize({ width: 390, height: 844 })
  await expect(here.getByRole('button', { name: /^This wasn’t me/ }).first()).toBeVisible()
  expect(await cutOff(here)).toEqual([])
  await shot(here, 'sessions')

  await rows
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await expect(rows).toHaveCount(before - 1)
  // The other page hears of it at once.
  await expect(elsewhere.getByLabel(/e-?mail/i).first()).toBeVisible()
  await expect(here.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  for (const context of contexts) await context.close()
})
