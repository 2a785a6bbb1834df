import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

// The office writes to a group of customers at once, in a world of its own.
test.use({ world: 'conversations' })

test('the office counts, previews, sends and stops an announcement', async ({ as, shot }) => {
  const office = await as('owner', '/app/messages')
  await office.getByRole('link', { name: 'Announcements' }).click()
  await office.getByRole('button', { name: 'New announcement' }).click()
  await office.getByRole('button', { name: 'Preview and count' }).click()
  await expect(office.getByText('Enter a subject')).toBeVisible()
  // The preview runs no scripts, so the check cannot look inside it: it comes before.
  await expectNoAxeViolations(office)
  await office.getByLabel('Subject').fill('Storm tomorrow')
  await office.getByLabel('Message').fill('We are delayed by the storm.\n\nYour crew comes later.')
  await office.getByLabel('By text').check()
  await office.getByRole('button', { name: 'Preview and count' }).click()
  await expect(office.getByText(/customers are in this group/)).toBeVisible()
  const letter = office.frameLocator('iframe')
  await expect(letter.getByRole('heading', { name: 'Storm tomorrow' })).toBeVisible()
  await expect(office.getByText('One text message')).toBeVisible()
  await shot(office, 'announcement-preview')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'announcement-preview-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await office.getByRole('button', { name: 'Send the announcement' }).click()
  await toasted(office, 'Announcement is on its way')
  const sent = office.getByRole('listitem').filter({ hasText: 'Storm tomorrow' })
  await expect(sent).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'announcement-sent')
})

test('a customer says yes to offers by text and takes it back', async ({ as, shot }) => {
  const casey = await as('user', '/app/account')
  const offers = casey.getByRole('switch', { name: 'Text me offers' })
  await expect(offers).not.toBeChecked()
  await offers.check()
  await toasted(casey, 'You will get offers by text')
  await casey.reload()
  await expect(offers).toBeChecked()
  await shot(casey, 'offer-texts')
  await offers.uncheck()
  await toasted(casey, 'You will get no more offers by text')
})

test('the owner sets a logo and a color', async ({ as, shot }) => {
  const office = await as('owner', '/app/settings?section=brand')
  const card = office.getByRole('region', { name: 'Logo and color' })
  await card.getByLabel('Color', { exact: true }).fill('#f6b73c')
  const picture = await office.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 300
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#1f5fa8'
    pen.fillRect(0, 0, 300, 300)
    pen.fillStyle = '#14304f'
    pen.font = '180px sans-serif'
    pen.fillText('Acres', 360, 210)
    return canvas.toDataURL('image/png')
  })
  const chooser = office.waitForEvent('filechooser')
  await card.getByRole('button', { name: 'Choose a picture' }).click()
  await (
    await chooser
  ).setFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'),
  })
  await expect(card.getByRole('img')).toBeVisible()
  await office.getByRole('button', { name: 'Save Changes' }).click()
  await toasted(office, 'Organization saved')
  await expect(card.getByRole('img')).toHaveJSProperty('naturalWidth', 480)
  await card.scrollIntoViewIfNeeded()
  await expectNoAxeViolations(office)
  await shot(office, 'brand')
  await card.getByRole('button', { name: 'Remove the logo' }).click()
  await office.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card.getByRole('img')).toHaveCount(0)
})
