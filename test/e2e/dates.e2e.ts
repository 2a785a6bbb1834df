import type { Locator } from '@playwright/test'
import { writtenDate } from '../../src/domain/base/date-words.ts'
import { addDays, startOfWeek } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import {
  ask,
  card,
  inDays,
  office,
  openDesk,
  expectToast,
  spokenDay,
  today,
  unsaved,
  visitNow,
  week,
  work,
} from './schedule-desk.ts'

// The office without a mouse: every date and time is typed and nothing is clicked.

openDesk()

/** Moves focus there with the Tab key alone. */
async function tabTo(goal: Locator): Promise<void> {
  const isThere = () => goal.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 60 && !(await isThere()); steps++) await office.keyboard.press('Tab')
  await expect(goal).toBeFocused()
}
async function press(button: Locator): Promise<void> {
  await tabTo(button)
  await office.keyboard.press('Enter')
}
/** Replaces a field's text by typing. */
async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.type(text)
}
const numbers = (date: string) =>
  `${Number(date.slice(5, 7))}/${Number(date.slice(8))}/${date.slice(0, 4)}`
async function openByKeys(id: string): Promise<Locator> {
  await week(office)
  await card(office, id).focus()
  await office.keyboard.press('Enter')
  const appointment = office.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(appointment).toBeVisible()
  return appointment
}

test('reschedules a visit to next Monday at 2pm; an invalid date is reported, kept, and never saved as a different one @dates', async () => {
  const { id } = await work({ date: inDays(1), start: 600 })
  const appointment = await openByKeys(id)
  await press(appointment.getByRole('button', { name: 'Reschedule' }))
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  const date = sheet.getByRole('combobox', { name: 'Date' })
  const save = sheet.getByRole('button', { name: 'Save' })
  await type(date, 'soonish')
  await office.keyboard.press('Enter')
  await expect(date).toHaveValue('soonish')
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await expect(sheet.getByRole('alert')).toHaveText(
    '“soonish” cannot be read as a date. Enter a date like 12/24, Dec 24 or next Monday.',
  )
  await expect(date).toHaveAccessibleDescription(/“soonish” cannot be read as a date/)
  await expectNoAxeViolations(office)
  await type(date, numbers(addDays(today, -1)))
  await office.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText(
    `is too early. Choose ${writtenDate(today)} or later.`,
  )

  // Text that isn't committed yet also counts as unsaved input when leaving.
  await office.keyboard.press('Escape')
  await expect(unsaved(office)).toBeVisible()
  await office.keyboard.press('Escape')
  await expect(unsaved(office)).toBeHidden()
  await expect(date).toBeFocused()
  const nextMonday = addDays(startOfWeek(today), 8)
  await type(date, 'next monday')
  await office.keyboard.press('Enter')
  // Screen readers announce which day that is.
  await expect
    .poll(() =>
      date.evaluate((field: HTMLInputElement) =>
        field.value.slice(field.selectionStart!, field.selectionEnd!),
      ),
    )
    .toBe(writtenDate(nextMonday))
  await office.keyboard.press('Tab')
  await expect(date).toHaveValue(writtenDate(nextMonday))
  await expect(sheet.getByText('is too early')).toBeHidden()
  await type(sheet.getByRole('combobox', { name: 'Start time' }), '2pm')
  await office.keyboard.press('Tab')
  await expect(sheet.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await expect(sheet.getByRole('group', { name: 'Free times' })).toBeVisible()
  await press(save)
  await expectToast(office, 'Rescheduled')
  expect(await visitNow(id, addDays(today, -7))).toMatchObject({
    date: nextMonday,
    start_minutes: 840,
  })
})

test('opens the calendar with the arrow key on the typed day; Escape closes only the calendar; a day can be chosen in it @dates', async () => {
  const { id } = await work({ date: inDays(1), start: 600 })
  await week(office)
  await office.goto(`/app/schedule?view=board&date=${inDays(1)}`)
  await card(office, id).focus()
  await office.keyboard.press('m')
  const sheet = office.getByRole('dialog', { name: 'Move visit', exact: true })
  const date = sheet.getByRole('combobox', { name: 'Date' })
  const calendar = office.getByRole('dialog', { name: 'Date: calendar' })
  await type(date, numbers(inDays(3)))
  await office.keyboard.press('Alt+ArrowDown')
  await expect(calendar).toBeVisible()
  await expect(date).toHaveAttribute('aria-expanded', 'true')
  await expect(
    calendar.getByRole('button', { name: spokenDay(inDays(3)), exact: true }),
  ).toBeFocused()
  await office.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(date).toBeFocused()
  await expect(sheet).toBeVisible()
  await office.keyboard.press('ArrowDown')
  await expect(
    calendar.getByRole('button', { name: spokenDay(inDays(3)), exact: true }),
  ).toBeFocused()
  await office.keyboard.press('ArrowRight')
  await office.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(date).toBeFocused()
  await expect(date).toHaveValue(writtenDate(inDays(4)))
  await type(sheet.getByRole('combobox', { name: 'Start time' }), '8:30a')
  await office.keyboard.press('Enter')
  await press(sheet.getByRole('button', { name: /^Move/ }).last())
  await expectToast(office, 'Rescheduled')
  expect(await visitNow(id)).toMatchObject({ date: inDays(4), start_minutes: 510 })
})

test('adds a visit on a typed day; an invalid date or time blocks submitting @dates', async () => {
  const { name } = await work({ date: inDays(0) })
  await week(office)
  await office.getByRole('button', { name: 'Add to Schedule' }).first().focus()
  await office.keyboard.press('Enter')
  const sheet = office.getByRole('dialog', { name: 'Add to Schedule', exact: true })
  await type(sheet.getByRole('combobox', { name: 'Customer' }), name)
  // The list is filtered after the last letter.
  await expect(office.getByRole('option')).toHaveText([new RegExp(name)])
  await office.keyboard.press('ArrowDown')
  await office.keyboard.press('Enter')
  const service = sheet.getByRole('combobox', { name: 'Service' })
  await tabTo(service)
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.type('Hedge')
  await expect(office.getByRole('option')).toHaveText(['Hedge trimming'])
  await office.keyboard.press('ArrowDown')
  await office.keyboard.press('Enter')
  await tabTo(sheet.getByRole('radio', { name: 'Weekly' }))
  await office.keyboard.press('ArrowLeft')
  await expect(sheet.getByRole('radio', { name: 'One-off' })).toBeChecked()
  const date = sheet.getByRole('combobox', { name: 'Date', exact: true })
  const time = sheet.getByRole('combobox', { name: 'Start time' })
  await type(date, '2/30')
  await type(time, 'noonish')
  await press(sheet.getByRole('button', { name: 'Add to Schedule' }))
  await expect(date).toBeFocused()
  await expect(date).toHaveValue('2/30')
  await expect(time).toHaveValue('noonish')
  await expect(sheet.getByText('Enter a time like 9:30 AM')).toBeVisible()
  await type(date, numbers(inDays(2)))
  await type(time, '8:10')
  await office.keyboard.press('Tab')
  await expect(time).toHaveValue('8:10 AM')
  await expect(date).toHaveValue(writtenDate(inDays(2)))
  await press(sheet.getByRole('button', { name: 'Add to Schedule' }))
  await expect(sheet).toBeHidden()
  const { occurrences } = await ask('GET', `/api/schedule?from=${inDays(2)}&to=${inDays(2)}`)
  expect(
    occurrences.filter((visit: { customer: { name: string } }) => visit.customer.name === name),
  ).toMatchObject([{ start_minutes: 490 }])
})

test('sets a series’ end date by typing, and removes it by clearing the field @dates', async () => {
  const { id, name, rule_id } = await work({ date: inDays(1), pattern: 'weekly' })
  const open = async () => {
    const appointment = await openByKeys(id)
    await press(appointment.getByRole('button', { name: `More for ${name}` }))
    const item = office.getByRole('menuitem', { name: 'End or extend series' })
    await expect(item).toBeVisible()
    for (
      let steps = 0;
      steps < 20 && !(await item.evaluate((element) => element === document.activeElement));
      steps++
    )
      await office.keyboard.press('ArrowDown')
    await office.keyboard.press('Enter')
    return office.getByRole('dialog', { name: 'End or extend series', exact: true })
  }
  let sheet = await open()
  const last = () => sheet.getByRole('combobox', { name: 'Last date' })
  await type(last(), numbers(inDays(22)).split('/').slice(0, 2).join('/'))
  await office.keyboard.press('Enter')
  await expect(last()).toHaveValue(writtenDate(inDays(22)))
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  await press(sheet.getByRole('button', { name: 'Save' }))
  await expect(sheet).toBeHidden()
  expect(await ask('GET', `/api/schedule/${rule_id}`)).toMatchObject({ end_date: inDays(22) })

  sheet = await open()
  await tabTo(last())
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.press('Delete')
  await office.keyboard.press('Enter')
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  await press(sheet.getByRole('button', { name: 'Save' }))
  await expect(sheet).toBeHidden()
  expect(await ask('GET', `/api/schedule/${rule_id}`)).toMatchObject({ end_date: null })
})

test('a lost day is typed; a cleared field asks for a date @dates', async () => {
  const { name } = await work({ date: inDays(4) })
  await week(office)
  await office.getByRole('button', { name: 'More', exact: true }).focus()
  await office.keyboard.press('Enter')
  const item = office.getByRole('menuitem', { name: 'Rain day' })
  await expect(item).toBeVisible()
  for (
    let steps = 0;
    steps < 20 && !(await item.evaluate((element) => element === document.activeElement));
    steps++
  )
    await office.keyboard.press('ArrowDown')
  await office.keyboard.press('Enter')
  const sheet = office.getByRole('dialog', { name: 'Rain day', exact: true })
  const date = sheet.getByRole('combobox', { name: 'Date' })
  await expect(date).toBeFocused()
  await office.keyboard.press('ArrowDown')
  await expect(office.getByRole('dialog', { name: 'Date: calendar' })).toBeVisible()
  await expectNoAxeViolations(office)
  await office.keyboard.press('Escape')
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.press('Delete')
  await office.keyboard.press('Tab')
  await expect(sheet.getByRole('alert')).toHaveText(
    'Enter a date like 12/24, Dec 24 or next Monday.',
  )
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  await press(sheet.getByRole('button', { name: /^(Move|Skip) / }))
  await expect(date).toBeFocused()
  await type(date, writtenDate(inDays(4)).replace(/, \d{4}$/, ''))
  await office.keyboard.press('Enter')
  await expect(date).toHaveValue(writtenDate(inDays(4)))
  await expect(
    sheet.getByRole('region', { name: 'Visits' }).getByRole('row').filter({ hasText: name }),
  ).toBeVisible()
  await office.keyboard.press('Escape')
  await expect(unsaved(office)).toBeVisible()
  await press(unsaved(office).getByRole('button', { name: 'Discard', exact: true }))
  await expect(sheet).toBeHidden()
})

test('in a phone-sized window a date filter is typed, shown in full and cleared; the calendar is a sheet @dates', async () => {
  await office.setViewportSize({ width: 390, height: 844 })
  await office.goto('/app/invoices')
  const from = office.getByRole('combobox', { name: 'From' })
  await type(from, numbers(inDays(2)))
  await office.keyboard.press('Enter')
  await expect(from).toHaveValue(writtenDate(inDays(2)))
  await expect(office).toHaveURL(new RegExp(`date_from=${inDays(2)}`))
  await expect
    .poll(() => from.evaluate((element) => element.scrollWidth <= element.clientWidth))
    .toBe(true)
  await office.keyboard.press('ArrowDown')
  const sheet = office.getByRole('dialog', { name: 'From', exact: true })
  await expect(sheet.getByRole('button', { name: spokenDay(inDays(2)), exact: true })).toBeFocused()
  await expectNoAxeViolations(office)
  await office.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(from).toBeFocused()
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.press('Delete')
  await office.keyboard.press('Tab')
  await expect(office).not.toHaveURL(/date_from/)
  await office.setViewportSize({ width: 1440, height: 900 })
})

test('a day that is to be closed says what is planned on it, and leads there @dates', async () => {
  const { occurrences } = await ask('GET', `/api/schedule?from=${today}&to=${addDays(today, 30)}`)
  const day = occurrences.find(
    ({ date, skipped }: { date: string; skipped: boolean }) => date > today && !skipped,
  ).date as string
  await office.goto('/app/settings?section=closed')
  const add = office.getByRole('combobox', { name: 'Add a date' })
  await type(add, numbers(day))
  await office.keyboard.press('Enter')
  await expect(office.getByText(/^\d+ visits? (is|are) planned on .* stays? there/)).toBeVisible()
  await press(office.getByRole('link', { name: 'Open that week' }))
  await press(office.getByRole('button', { name: 'Leave', exact: true }))
  await expect(office).toHaveURL(new RegExp(`/app/schedule\\?date=${day}`))
})

test('adds a closed day by typing, only once; an invalid one blocks saving the rest @dates', async () => {
  await office.goto('/app/settings?section=closed')
  const add = office.getByRole('combobox', { name: 'Add a date' })
  const day = addDays(today, 200)
  await type(add, numbers(day))
  await office.keyboard.press('Enter')
  await expect(add).toHaveValue('')
  await expect(office.getByRole('button', { name: /^Remove .*\d{4}$/ }).last()).toBeVisible()
  await type(add, numbers(day))
  await office.keyboard.press('Enter')
  await expect(
    office.getByRole('alert').filter({ hasText: 'is a closed date already.' }),
  ).toBeVisible()
  await press(office.getByRole('button', { name: 'Save Changes' }))
  await expect(add).toBeFocused()
  await expect(add).toHaveValue(numbers(day))
  await office.keyboard.press('ControlOrMeta+a')
  await office.keyboard.press('Delete')
  await office.keyboard.press('Tab')
  await press(office.getByRole('button', { name: 'Save Changes' }))
  await expectToast(office, 'Organization saved')
  const { closed_dates } = await ask('GET', '/api/owner/my-organization')
  expect(closed_dates).toContain(day)
  await ask('POST', '/api/owner/organization/update', {
    closed_dates: closed_dates.filter((date: string) => date !== day),
  })
})
