import { addDays } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import {
  ask,
  choose,
  card,
  close,
  office,
  openDesk,
  openVisit,
  refuses,
  expectToast,
  shortDay,
  today,
  visitNow,
  week,
  work,
} from './schedule-desk.ts'

// Series that count from the day the work was done, and how far a visit may be moved.
openDesk()

test('the next visit counts from the day this one was done: asks before, reports after, and is undone with it @dates', async ({
  shot,
}) => {
  const planned = addDays(today, -2)
  const { id, name } = await work({ date: planned, team: null, start: null, pattern: 'weekly' })
  const series = id.slice(0, 36)
  const following = async () => {
    const { occurrences } = await ask(
      'GET',
      `/api/schedule?from=${addDays(planned, 1)}&to=${addDays(today, 30)}`,
    )
    return occurrences
      .filter((visit: { series_id: string }) => visit.series_id === series)
      .map((visit: { date: string }) => visit.date)
  }
  const before = await following()
  await week(office, planned)
  await openVisit(office, id)
  await office
    .getByRole('dialog', { name: 'Appointment', exact: true })
    .getByRole('button', { name: /^More for/ })
    .click()
  await office.getByRole('menuitem', { name: 'Edit series' }).click()
  const edit = office.getByRole('dialog', { name: 'Edit series', exact: true })
  await edit.getByRole('radio', { name: 'All visits' }).check({ force: true })
  await edit.getByRole('button', { name: 'More options' }).click()
  await choose(office, edit, 'Next visit counts from', 'The day it is done')
  await edit.getByLabel('May be moved by up to (days)').fill('2')
  await expect(
    edit.getByText(/, counted from the day it is done, may be moved by up to 2 days$/),
  ).toBeVisible()
  // A pattern with several weekdays has no single interval to count.
  const several = edit.getByText(
    'With several weekdays, the next visit counts from the planned date.',
  )
  for (const day of ['Mon', 'Thu'])
    await edit.getByRole('checkbox', { name: day, exact: true }).check({ force: true })
  await expect(several).toBeVisible()
  for (const day of ['Mon', 'Thu'])
    await edit.getByRole('checkbox', { name: day, exact: true }).uncheck({ force: true })
  await expect(several).toBeHidden()
  await expectNoAxeViolations(office)
  await office.setViewportSize({ width: 390, height: 844 })
  await edit.getByLabel('May be moved by up to (days)').scrollIntoViewIfNeeded()
  await shot(office, 'edit-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Series saved')

  // A move further away asks first.
  const next = before[0]!
  await week(office, next)
  await card(office, `${series}:${next}`).click()
  const dialog = office.getByRole('dialog', { name: 'Appointment', exact: true })
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const move = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await refuses(move.getByRole('button', { name: 'Save' }), 'Pick a date to reschedule')
  await move
    .getByRole('radiogroup', { name: 'New date' })
    .or(move.getByRole('group', { name: 'New date' }))
    .getByRole('radio')
    .last()
    .check({ force: true })
  await expect(move.getByText(/^That is more than 2 days from its date, /)).toBeVisible()
  await close(move)
  await close(dialog)

  // The crew missed the day and came today.
  await week(office, planned)
  await openVisit(office, id)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  const question = office.getByRole('dialog', { name: 'When was it done?', exact: true })
  await expect(question).toContainText(`The next visit stays on ${shortDay(next)}.`)
  await question.getByRole('radio', { name: 'Today' }).check({ force: true })
  await expect(question).toContainText(
    `The next visit is then on ${shortDay(addDays(today, 7))}, and those after it move along.`,
  )
  await expectNoAxeViolations(office)
  await shot(office, 'asked')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'asked-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await question.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(
    office,
    new RegExp(String.raw`\w: Completed — invoice created\. Next: ${shortDay(addDays(today, 7))}$`),
  )
  expect(await following()).toEqual([7, 14, 21, 28].map((days) => addDays(today, days)))
  await office.getByRole('button', { name: 'Undo' }).click()
  await expectToast(office, 'Visit is open again')
  expect(await following()).toEqual(before)
  expect(await visitNow(id)).toMatchObject({ status: 'scheduled', date: planned })
  await expect(card(office, id)).toContainText(name)
})
