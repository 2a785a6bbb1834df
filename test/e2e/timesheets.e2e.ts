import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { broken, choose, toasted } from './office-words.ts'

// Hours: from the clock to the file for payroll.
test.use({ world: 'hours' })
test.setTimeout(120_000)

test('hours are clocked, corrected, approved, locked and exported', async ({ as, shot }) => {
  const crew = await as('crew_member', '/app')
  await crew.getByRole('button', { name: 'Clock in' }).click()
  await expect(crew.getByRole('button', { name: 'Clock out' })).toBeVisible()
  const page = await as('owner', '/app/timesheets')
  const table = page.getByRole('region', { name: 'Hours of the week' })
  const cam = table.getByRole('row').filter({ hasText: 'Cam Reyes' })
  await expect(cam).toContainText('On the clock')
  await expectNoAxeViolations(page)
  await shot(page, 'hours')
  await crew.getByRole('button', { name: 'Clock out' }).click()
  await expect(cam.getByText('On the clock')).toBeHidden()

  // A week in the past, in which somebody forgot the clock.
  await page.goto('/app/timesheets?date=2027-05-05')
  await page.getByRole('button', { name: 'Add shift' }).click()
  const sheet = page.getByRole('dialog').last()
  await sheet.getByRole('button', { name: 'Save shift' }).click()
  await expect(sheet.getByText('Choose a person')).toBeVisible()
  await choose(page, sheet.getByLabel('Person'), 'Cam Reyes')
  await sheet.getByLabel('Clock in').fill('2027-05-05T07:00')
  await sheet.getByLabel('Clock out').fill('2027-05-05T23:30')
  await sheet.getByLabel('Reason').fill('Forgot to clock in')
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Save shift' }).click()
  await toasted(page, 'Shift added')
  await expect(cam).toContainText('16:30')

  await cam.getByRole('button', { name: 'Shifts of Cam Reyes' }).click()
  await page.getByRole('button', { name: /^Correct the shift of/ }).click()
  await sheet.getByLabel('Clock out').fill('2027-05-05T15:30')
  await sheet.getByLabel('Unpaid break, in minutes').fill('30')
  await sheet.getByRole('button', { name: 'Save correction' }).click()
  await expect(sheet.getByText('Say why')).toBeVisible()
  await sheet.getByLabel('Reason').fill('Left at half past three')
  await broken(page, /timesheets$/, async () => {
    await sheet.getByRole('button', { name: 'Save correction' }).click()
    await expect(sheet.getByText('Failed to save changes')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Save correction' }).click()
  await toasted(page, 'Shift corrected')
  await expect(page.getByText(/Left at half past three/)).toBeVisible()
  await expect(page.getByText(/Before: May 5, 2027, 7:00 AM – May 5, 2027, 11:30 PM/)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(cam).toContainText('8:00')

  await page.getByRole('button', { name: 'Approve this week' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve hours' }).click()
  await toasted(page, 'Hours approved')
  await expect(page.getByText(/Approved by Dana Green/)).toBeVisible()
  await cam.getByRole('button', { name: 'Shifts of Cam Reyes' }).click()
  await page.getByRole('button', { name: /^Correct the shift of/ }).click()
  await sheet.getByLabel('Reason').fill('Again')
  await sheet.getByRole('button', { name: 'Save correction' }).click()
  await expect(
    sheet.getByText('These hours are approved. Open the days again first, with a reason.'),
  ).toBeVisible()
  await page.goto('/app/timesheets?date=2027-05-05')

  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /For payroll/ }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('hours-2027-05-02-to-2027-05-08.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain(
    'Reyes,Cam,crew@green-acres.example,2027-05-02,8.00,0.00,480',
  )
  await page.getByRole('button', { name: 'Open these days again' }).click()
  await sheet.getByLabel('Reason').fill('A break was missing')
  await sheet.getByRole('button', { name: 'Open the days' }).click()
  await toasted(page, 'The days are open again')
  await expect(page.getByRole('button', { name: 'Approve this week' })).toBeVisible()
})
