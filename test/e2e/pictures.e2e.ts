import sharp from 'sharp'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test.use({ world: 'pictures' })

/** Somebody before a wall, larger than any picture that is kept. */
const selfie = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="2400"><rect width="1800" height="2400" fill="#8fb7d9"/><circle cx="900" cy="1000" r="380" fill="#c98f6b"/><rect x="320" y="1420" width="1160" height="980" rx="420" fill="#2b4c3f"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

test('somebody uploads a picture, the people they work with see it, and it is removed again', async ({
  as,
  shot,
}) => {
  const crew = await as('crew_member')
  await crew.setViewportSize({ width: 390, height: 844 })
  await crew.goto('/app/account?tab=account')
  const own = crew.getByRole('region', { name: 'Your picture' })
  const picker = own.locator('input[type=file]')
  await picker.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('No picture'),
  })
  await expect(crew.getByText('notes.txt: this is no picture we can read.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Remove the picture' })).toBeHidden()
  await picker.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await selfie() })
  await expect(crew.getByText('Picture saved')).toBeVisible()
  await expect(own.locator('img')).toBeVisible()
  await expect(own.locator('img')).toHaveJSProperty('naturalWidth', 256)
  // Also in the menu at the top.
  await expect(crew.locator('.shell-user img')).toBeVisible()
  await expectNoAxeViolations(crew)
  await shot(crew, 'own-picture-phone')

  const owner = await as('owner', '/app/people')
  await expect(owner.locator('main img')).toHaveCount(1)
  await expectNoAxeViolations(owner)
  await shot(owner, 'people')
  await owner.emulateMedia({ colorScheme: 'dark' })
  await shot(owner, 'people-dark')
  await owner.goto('/app/crews')
  await expect(owner.locator('main img')).toHaveCount(1)
  await shot(owner, 'crews')
  const leader = await as('crew_leader', '/app/team')
  await expect(leader.locator('main img')).toHaveCount(1)
  await shot(leader, 'team')

  await own.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(crew.getByText('Picture removed')).toBeVisible()
  await expect(own.locator('img')).toHaveCount(0)
  await owner.goto('/app/people')
  await expect(owner.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(owner.locator('main img')).toHaveCount(0)
})
