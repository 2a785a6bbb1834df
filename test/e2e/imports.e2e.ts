import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// A business that switches: its recurring jobs come as the file Jobber mails, and its first week stands on the schedule.
test.use({ world: 'import' })
test.setTimeout(120_000)

const monday = addDays(startOfWeek(todayIn('America/New_York', new Date().toISOString()), 1), 7)
const written = (date: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' }).format(
    new Date(`${date}T12:00:00Z`),
  )
const head =
  'Client name,Client email,Client phone,Job #,Visit frequency,Scheduled start on,Scheduled end on,Visits assigned to,Service street,Service city,Service province,Service ZIP,Line items'
const row = (at: number) =>
  `Nora Switch${at},nora${at}@switch.example,(919) 555-3${100 + at},${at},${at % 2 ? 'Weekly' : 'Every 2 weeks'},"${written(addDays(monday, at % 5))}",,,${at} Switch St,Durham,NC,27701,"Mowing (1, $45.00)"`
const file = [head, ...Array.from({ length: 20 }, (_, at) => row(at + 1))].join('\r\n')
const as_csv = (text: string, name = 'recurring-jobs.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('a file from Jobber becomes customers with their first week, and can be undone @dates', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/customers')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByText('Nothing imported yet')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'import-start')
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles(as_csv('just a text'))
  await expect(page.getByRole('alert')).toContainText('This file has no columns')

  await choose.setInputFiles(as_csv(file))
  const press = page.getByRole('button', { name: 'Import 20 rows' })
  await expect(press).toBeVisible()
  await expect(page.getByText('Jobber, recurring jobs, 20 rows')).toBeVisible()
  const counts = page.locator('dl')
  await expect(counts).toContainText('20')
  await expectNoAxeViolations(page)
  await shot(page, 'import-review')

  await page.getByRole('link', { name: 'Change columns' }).click()
  await expect(page.getByLabel('What is Visit frequency?')).toHaveValue('interval')
  await expectNoAxeViolations(page)
  await shot(page, 'import-columns')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await press.click()
  await expect(page.getByText('recurring-jobs.csv is imported')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Invite 20 customers to save a card' }),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'import-result')

  await page.getByRole('link', { name: 'See the first week' }).click()
  await expect(page.getByText('Nora Switch5').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('What was imported for 20 customers is taken back')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText(/recurring-jobs\.csv was undone/)).toBeVisible()
})

const unseenHead =
  'Client,Cell,E-mail addr,Property,Town,ST,Postal,Crew,How often,Next,$,Owes,Remarks,Svc'
const unseenRow = (at: number) =>
  `Kim Unseen${at},${at < 3 ? '' : `919-555-${4000 + at}`},kim${at}@unseen.example,${at} Unseen St,Durham,NC,27701,${at % 2 ? 'Crew Two' : ''},${at % 4 ? '26/yr' : 'biwkly'},${monday},45,${at % 10 ? '' : '140.00'},Dog,Mowing`

test('200 customers with headers nobody has seen take eight presses at most @dates', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/import')
  let presses = 0
  const press = async (name: string) => {
    presses++
    await page.getByRole('button', { name, exact: true }).first().click()
  }
  const rows = Array.from({ length: 200 }, (_, at) => unseenRow(at + 1))
  presses++
  await page
    .locator('input[type=file]')
    .setInputFiles(as_csv([unseenHead, ...rows, ''].join('\r\n'), 'unseen.csv'))
  await expect(page.getByLabel('What is Property?')).toHaveValue('street')
  await shot(page, 'import-unseen-columns')
  await press('Check the file')
  await expect(
    page.getByText('Of 200, 198 have a phone, 200 an email, 200 an address.'),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'import-unseen-review')
  await press('Correct biwkly')
  await page.getByLabel('Instead of biwkly').fill('every 2 weeks')
  await press('Correct all')
  await expect(page.getByText('biwkly = every 2 weeks')).toBeVisible()
  await press('Create Crew Two (100 rows)')
  await expect(page.getByText('There is no team called')).toHaveCount(0)
  await expect(page.getByText('Every 2 weeks: 200')).toBeVisible()
  await shot(page, 'import-unseen-settled')
  await press('Import 200 rows')
  await expect(page.getByText('unseen.csv is imported')).toBeVisible()
  expect(presses).toBeLessThanOrEqual(8)
})
