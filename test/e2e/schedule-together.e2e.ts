import { addDays } from '../../src/domain/base/dates.ts'
import { dateLabel } from '../../src/web/ui/when.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import {
  today,
  monday,
  inDays,
  shortDay,
  longDay,
  seat,
  caller,
  work,
  visitNow,
  week,
  expectToast,
  card,
  openVisit,
  choose,
  close,
  failing,
  refuses,
  shared,
  office,
  ask,
  openDesk,
  type Visit,
} from './schedule-desk.ts'
import { signedIn } from './sign-in.ts'

// Several people on one schedule: customer requests, colleagues editing the same visit, crews, and live updates.
openDesk()

test('requests: the banner, opening them from anywhere, approving by saving, denying', async () => {
  const customer = await caller(people.user)
  const casey = (
    await ask('GET', `/api/schedule?from=${monday}&to=${inDays(27)}`)
  ).occurrences.filter(
    (visit: { customer: { name: string }; service: { key: string } }) =>
      visit.customer.name === 'Casey Walker' && visit.service.key === 'mowing',
  ) as Visit[]
  const [first, second, third] = casey
  const asks = (visit: Visit, body: object = {}) =>
    customer('POST', '/api/users/request-reschedule', {
      date: visit.date,
      occurrence_id: visit.id,
      ...body,
    })
  await asks(first!, { reason: 'Away that day', preferred_dates: [addDays(first!.date, 1)] })

  // From the dashboard to the schedule, where the list is open.
  await office.goto('/app')
  await openNeeds(office)
  const banner = office.getByRole('region', { name: 'Customer requests' })
  await expect(banner.getByText('Casey Walker')).toBeVisible()
  await banner.getByRole('link', { name: 'Review on Schedule' }).click()
  await expect(office).toHaveURL(/\/app\/schedule\?.*inbox=1/)
  await expect(banner.getByText('Away that day')).toBeVisible()
  await banner.getByRole('button', { name: 'Hide' }).click()
  await expect(banner.getByText('Away that day')).toBeHidden()
  await banner.getByRole('button', { name: 'Review' }).click()

  // Opening it loads its week, then its appointment with the request; saving a new date approves it.
  await banner
    .getByRole('listitem')
    .filter({ hasText: 'Away that day' })
    .getByRole('link', { name: /^Open/ })
    .click()
  await expect(office).toHaveURL(new RegExp(`date=${first!.date}`))
  const appointment = office.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(appointment.getByRole('button', { name: 'Deny' })).toBeVisible()
  await appointment.getByRole('button', { name: 'Approve' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await expect(
    sheet
      .getByRole('group', { name: 'The customer would like' })
      .getByRole('radio', { name: shortDay(addDays(first!.date, 1)) }),
  ).toBeChecked()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Rescheduled')
  await expect(banner.getByText('Away that day')).toBeHidden()
  expect((await ask('GET', '/api/owner/customer-requests?status=approved')).items[0]).toMatchObject(
    { occurrence_id: first!.id, status: 'approved' },
  )

  // A link from an old e-mail: the visit has moved since, and is found on its new date.
  await asks(second!, { reason: 'Painters' })
  await ask('POST', `/api/schedule/${second!.id}/reschedule`, {
    to_date: addDays(second!.date, 14),
  })
  const link = (visit: Visit) =>
    `/app/schedule?inbox=1&date=${visit.date}&occurrence_id=${encodeURIComponent(visit.id)}`
  await office.goto(link(second!))
  await expect(appointment).toContainText(longDay(addDays(second!.date, 14)))
  await appointment.getByRole('button', { name: 'Deny' }).click()
  const why = appointment.getByRole('textbox', { name: 'Why not (optional)' })
  await expect(why).toBeFocused()
  await expect(why).toHaveAccessibleDescription('The customer reads it.')
  await why.fill('No crew is free before Friday')
  await expectNoAxeViolations(office)
  await appointment.getByRole('button', { name: 'Deny request' }).click()
  await expectToast(office, 'Request denied')
  await expect(appointment).toBeHidden()
  expect((await ask('GET', '/api/owner/customer-requests?status=denied')).items[0]).toMatchObject({
    occurrence_id: second!.id,
    resolution_reason: 'No crew is free before Friday',
  })
  await expect(office).not.toHaveURL(/occurrence_id/)

  // Withdrawn while the reason for denying is being typed: the form closes with an explanation.
  const { request } = await asks(second!)
  await office.goto(link(second!))
  await appointment.getByRole('button', { name: 'Deny' }).click()
  await customer('POST', `/api/users/requests/${request.id}/withdraw`)
  await expect(appointment.getByRole('status')).toHaveText(
    'The request is closed: the customer withdrew it, someone answered it, or its day has passed.',
  )
  await expect(why).toBeHidden()

  // About a paused visit: can still be answered, just not with another date.
  await asks(third!)
  await ask('POST', `/api/schedule/${third!.id}/pause`, { from: today })
  await office.goto(link(third!))
  await refuses(
    appointment.getByRole('button', { name: 'Choose a date' }),
    'This visit is paused — end the pause first.',
  )
  await expect(appointment.getByRole('button', { name: 'Deny' })).toBeEnabled()
  await expect(sheet).toBeHidden()
  await ask('POST', `/api/schedule/${third!.id}/resume`)

  // The request is gone and the visit moved to another week: its old URL leads there.
  const elsewhere = await work({ date: inDays(4) })
  await ask('POST', `/api/schedule/${elsewhere.id}/reschedule`, { to_date: inDays(11) })
  await office.goto(`/app/schedule?inbox=1&date=${inDays(4)}&occurrence_id=${elsewhere.id}`)
  await expect(appointment.getByText(longDay(inDays(11)))).toBeVisible()

  // A visit that can't be opened shows why.
  await office.goto(link({ ...second!, id: `${second!.id.slice(0, 36)}:2020-01-06` }))
  await expectToast(
    office,
    'Could not locate the requested occurrence in this range. Its series no longer has that date.',
  )
  await office.goto(link({ ...second!, id: `${crypto.randomUUID()}:${monday}` }))
  await expectToast(office, 'Could not locate the requested occurrence in this range')
  const ended = await work({ pattern: 'weekly', date: inDays(0) })
  await ask('PATCH', `/api/schedule/${ended.rule_id}`, { scope: 'all', end_date: inDays(8) })
  await office.goto(
    `/app/schedule?inbox=1&date=${inDays(14)}&occurrence_id=${ended.id.slice(0, 36)}:${inDays(14)}`,
  )
  await expectToast(
    office,
    `Could not locate the requested occurrence in this range. Its series ended on ${dateLabel(inDays(8))}.`,
  )
  await office.getByRole('button', { name: 'Open customer' }).click()
  await expect(office.getByRole('heading', { name: ended.name }).first()).toBeVisible()
  await asks(third!)
  await ask('POST', `/api/schedule/${third!.id}/skip`, {})
  await office.goto(link(third!))
  await expectToast(office, 'This visit is cancelled — you can’t edit/reschedule it.')
  expect((await ask('GET', '/api/owner/customer-requests?status=denied')).items[0]).toMatchObject({
    occurrence_id: third!.id,
    resolution_reason: 'cancelled',
  })
  await failing(office, /\/api\/schedule(\/week)?\?/)
  await office.goto(link(third!))
  await expectToast(office, 'Unable to open request')
})

test('when a request is withdrawn while a new date is being chosen, expectToast so, keeps the choice, and Save still moves the visit', async () => {
  const customer = await caller(people.user)
  const { occurrences } = await ask('GET', `/api/schedule?from=${inDays(28)}&to=${inDays(55)}`)
  const visit = occurrences.find(
    (one: Visit & { customer: { name: string } }) =>
      one.customer.name === 'Casey Walker' && one.status === 'scheduled',
  ) as Visit
  const wished = addDays(visit.date, 1)
  const { request } = await customer('POST', '/api/users/request-reschedule', {
    date: visit.date,
    occurrence_id: visit.id,
    reason: 'The painters come',
    preferred_dates: [wished],
  })
  await office.goto(
    `/app/schedule?inbox=1&date=${visit.date}&occurrence_id=${encodeURIComponent(visit.id)}`,
  )
  await office.getByRole('button', { name: 'Approve' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  const day = sheet.getByRole('radio', { name: shortDay(wished) }).first()
  await sheet
    .getByRole('group', { name: 'The customer would like' })
    .getByText(shortDay(wished))
    .click()
  await choose(office, sheet, 'Start time', '2:00 PM')
  await customer('POST', `/api/users/requests/${request.id}/withdraw`)
  await expect(sheet.getByRole('status').filter({ hasText: 'The request is closed' })).toHaveText(
    'The request is closed: the customer withdrew it, someone answered it, or its day has passed. You can still save a new date.',
  )
  await expect(sheet).toContainText('The painters come')
  await expect(day).toBeChecked()
  await expect(sheet.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Rescheduled')
  await expect(sheet).toBeHidden()
  expect(await visitNow(visit.id, monday)).toMatchObject({ date: wished, start_minutes: 840 })
  const { items } = await ask('GET', '/api/owner/customer-requests?status=withdrawn')
  expect(items.map(({ id }: { id: string }) => id)).toContain(request.id)
})

test('an editor that fails to load says so, and opens once the connection is back', async ({
  browser,
}) => {
  const { id } = await work({ date: inDays(1) })
  const page = await seat(browser, 'manager')
  await week(page)
  await expect(card(page, id)).toBeVisible()
  await page.context().setOffline(true)
  await card(page, id).click()
  await expectToast(page, 'Unable to open editor')
  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Appointment', exact: true })
  // The browser caches the failed import, so the page reloads first.
  await expect(async () => {
    if (!(await dialog.isVisible())) await card(page, id).click({ timeout: 2000 })
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await close(dialog)
})

test('when two browsers edit one visit, the first wins and the second is shown the new state', async ({
  browser,
}) => {
  const { id } = await work({ date: inDays(2), start: 540 })
  const other = await seat(browser, 'manager')
  await week(office)
  await week(other)
  const mine = await openVisit(office, id)
  const theirs = await openVisit(other, id)
  await choose(other, theirs, 'Team', 'South Crew')
  await choose(office, mine, 'Start time', '11:00 AM')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Saved')
  // The live stream delivers it: unseen changes aren't overwritten.
  await expect(theirs.getByRole('alert')).toContainText(
    'Someone else changed this visit in the meantime. Please check it again.',
  )
  await expect(theirs.getByRole('alert')).toContainText('11:00 AM, North Crew')
  await refuses(
    theirs.getByRole('button', { name: 'Save' }),
    'Someone else changed this visit in the meantime. Please check it again.',
  )
  await theirs.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(theirs.getByRole('combobox', { name: 'Start time' })).toHaveValue('11:00 AM')
  await expect(theirs.getByRole('combobox', { name: 'Team' })).toHaveValue('North Crew')

  // At the same moment, before a live event could arrive: one of them is refused.
  await choose(other, theirs, 'Start time', '2:00 PM')
  await openVisit(office, id)
  await choose(office, mine, 'Start time', '1:00 PM')
  await Promise.all([
    mine.getByRole('button', { name: 'Save' }).click(),
    theirs.getByRole('button', { name: 'Save' }).click(),
  ])
  const conflict = 'Someone else changed this visit in the meantime. Please check it again.'
  await expect
    .poll(async () => (await mine.isHidden()) !== (await theirs.isHidden()), {
      message: 'one of the two is saved and closed',
    })
    .toBe(true)
  const now = (await visitNow(id)).start_minutes
  const [winner, loser] = now === 780 ? [mine, theirs] : [theirs, mine]
  await expect(winner).toBeHidden()
  await expect(loser.getByRole('alert')).toContainText(conflict)
  await expect(loser.getByRole('alert')).toContainText(now === 780 ? '1:00 PM' : '2:00 PM')
  await loser.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(loser.getByRole('combobox', { name: 'Start time' })).toHaveValue(
    now === 780 ? '1:00 PM' : '2:00 PM',
  )
  await close(loser)
})

/** Starts an action whose call gets its response only after a later one. */
async function slowly(path: string, act: () => Promise<void>): Promise<() => void> {
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await office.route(path, (route) => later.then(() => route.fallback()))
  const asked = office.waitForRequest(path)
  await act()
  await asked
  return answer
}

test('a late response doesn’t close a different sheet', async () => {
  const [first, second] = [
    await work({ date: inDays(1), start: 540 }),
    await work({ date: inDays(2), start: 600 }),
  ]
  await week(office)
  const dialog = await openVisit(office, first.id)
  await choose(office, dialog, 'Start time', '1:00 PM')
  let answer = await slowly('**/api/schedule/set-time', () =>
    dialog.getByRole('button', { name: 'Save' }).click(),
  )
  await close(dialog)
  await openVisit(office, second.id)
  await choose(office, dialog, 'Start time', '2:00 PM')
  answer()
  await expectToast(office, 'Saved')
  await expect(dialog).toContainText(second.name)
  await expect(dialog.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await close(dialog)

  const event = office.getByRole('dialog', { name: 'Add Misc Event' })
  const begin = async (title: string) => {
    await office.getByRole('button', { name: 'More', exact: true }).click()
    await office.getByRole('menuitem', { name: 'Add Misc Event' }).click()
    await event.getByLabel('Title').fill(title)
  }
  await begin('Safety talk')
  answer = await slowly('**/api/owner/misc-events', () =>
    event.getByRole('button', { name: 'Add Misc Event' }).click(),
  )
  await close(event)
  await begin('New mower')
  answer()
  await expectToast(office, 'Misc event added')
  await expect(event.getByLabel('Title')).toHaveValue('New mower')
  await close(event)
})

test('focus stays on Save when saving with the keyboard fails', async () => {
  const { id } = await work({ date: inDays(3), start: 540 })
  await week(office)
  await failing(office, /\/(set-time|hold)$/)
  const dialog = await openVisit(office, id)
  await choose(office, dialog, 'Start time', '1:00 PM')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expectToast(office, 'Failed to save changes')
  await expect(save).toBeFocused()
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  const sheet = office.getByRole('dialog', { name: 'Put on hold' })
  await sheet.getByLabel('Reason').fill('Gate locked')
  const hold = sheet.getByRole('button', { name: 'Put on hold' })
  await hold.press('Enter')
  await expect(sheet.getByText('Failed to put on hold')).toBeVisible()
  await expect(hold).toBeFocused()
  await close(sheet)
  await close(dialog)
})

test('a sheet is locked while saving, so that no input is lost', async () => {
  const { id } = await work({ date: inDays(3), start: 600 })
  await week(office)
  const dialog = await openVisit(office, id)
  const time = dialog.getByPlaceholder('No time')
  const cleared = await slowly('**/time?*', () =>
    dialog.getByRole('button', { name: 'Clear time' }).click(),
  )
  await time.focus()
  await office.keyboard.type('3p')
  await expect(time).toHaveValue('10:00 AM')
  cleared()
  await expectToast(office, 'Cleared scheduled time')
  await time.fill('3p')
  await expect(time).toHaveValue('3p')
  await close(dialog)

  await failing(office, /\/misc-events$/)
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('menuitem', { name: 'Add Misc Event' }).click()
  const event = office.getByRole('dialog', { name: 'Add Misc Event' })
  const title = event.getByLabel('Title')
  await title.fill('Inventory')
  const answer = await slowly('**/api/owner/misc-events', () => title.press('Enter'))
  await office.keyboard.type(' and lunch')
  await expect(title).toHaveValue('Inventory')
  answer()
  await expect(event.getByText('Failed to add event')).toBeVisible()
  // Focus returns to where it was.
  await expect(title).toBeFocused()
  await office.keyboard.type('!')
  await expect(title).toHaveValue('Inventory!')
  await close(event)
})

test('crew mode: a leader manages the team’s visits, a member can only view them', async ({
  browser,
}) => {
  const mine = await work({ date: inDays(4), start: 480 })
  const theirs = await work({ date: inDays(4), team: 'South Crew' })
  await ask('POST', '/api/owner/misc-events', { title: 'Toolbox talk', date: inDays(4) })
  const leader = await seat(browser, 'crew_leader')
  await leader.goto(`/app/crew-schedule?date=${monday}`)
  await expect(leader.getByRole('heading', { name: 'My Team Schedule' })).toBeVisible()
  await expect(leader.getByText(mine.name)).toBeVisible()
  await expect(leader.getByText(theirs.name)).toBeHidden()
  await expect(leader.getByRole('button', { name: 'Add to Schedule' })).toBeHidden()
  await expect(leader.getByRole('button', { name: 'Organization Events' })).toBeVisible()
  const openVisit = async () => {
    await leader.getByRole('button', { name: mine.name }).click()
    await leader.getByRole('button', { name: 'Edit visit' }).click()
  }
  await openVisit()
  const dialog = leader.getByRole('dialog', { name: 'Appointment', exact: true })
  await refuses(
    dialog.getByRole('button', { name: 'Complete', exact: true }),
    'This visit is not due yet.',
  )
  await dialog.getByRole('combobox', { name: 'Team' }).click()
  await expect(leader.getByRole('option', { name: 'South Crew' })).toBeHidden()
  await leader.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const sheet = leader.getByRole('dialog', { name: 'Reschedule', exact: true })
  await refuses(sheet.getByRole('button', { name: 'Save' }), 'Pick a date to reschedule')
  await sheet.getByRole('button', { name: 'More dates' }).click()
  await sheet.getByText(shortDay(inDays(3)), { exact: true }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(leader, 'Rescheduled')
  expect((await visitNow(mine.id)).date).toBe(inDays(3))

  await leader.getByRole('button', { name: 'Close', exact: true }).click()
  await leader.getByRole('button', { name: 'Organization Events' }).click()
  await expect(leader.getByRole('searchbox', { name: 'Search events' })).toBeVisible()
  await expect(leader.getByRole('combobox', { name: 'Team' })).toHaveCount(0)

  // With a second team each visit shows its team, and the list can be filtered by team.
  const { id } = (await ask('GET', '/api/owner/crew-members')).crew_members.find(
    ({ email }: { email: string }) => email === people.crew_leader,
  )
  await ask('PATCH', `/api/owner/crew-members/${id}/role`, { role: 'crew_owner' })
  await ask('POST', `/api/owner/teams/${shared.teams.get('South Crew')}/members`, { user_id: id })
  await leader.goto(`/app/crew-schedule?date=${monday}`)
  const stop = (name: string) => leader.getByRole('listitem').filter({ hasText: name })
  await expect(stop(theirs.name)).toContainText('South Crew')
  await leader.getByRole('radio', { name: 'North Crew' }).check({ force: true })
  await expect(stop(theirs.name)).toBeHidden()
  await expect(stop(mine.name)).toContainText('North Crew')
  await openVisit()
  await dialog.getByRole('combobox', { name: 'Team' }).click()
  await expect(leader.getByRole('option')).toHaveText(['North Crew', 'South Crew'])
  await leader.goto('/app')
  await expect(leader.getByRole('radio', { name: 'All teams' })).toBeChecked()
  await ask('PATCH', `/api/owner/crew-members/${id}/role`, { role: 'crew_leader' })

  const member = await seat(browser, 'crew_member')
  await member.goto(`/app/crew-schedule?date=${monday}`)
  await expect(member.getByText(mine.name)).toBeVisible()
  await expect(member.getByText('Toolbox talk')).toBeVisible()
  await member.getByRole('button', { name: mine.name }).click()
  const page = member.getByRole('dialog', { name: mine.name })
  await expect(page.getByRole('link', { name: /^Map to/ })).toBeVisible()
  await expect(page.getByRole('button')).toHaveText([''])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(member.getByRole('button', { name: 'Organization Events' })).toBeHidden()
  await expect(member.getByRole('region', { name: 'Customer requests' })).toBeHidden()
  await failing(member, /\/api\/schedule(\/week)?\?/)
  await member.goto(`/app/crew-schedule?date=${addDays(monday, 70)}`)
  await expect(member.getByText("Failed to load today's schedule")).toBeVisible()
})

test('a change in one browser shows in the others within a second: office, crew and customer @dates', async ({
  browser,
}) => {
  const leader = await seat(browser, 'crew_leader')
  const customer = await seat(browser, 'user')
  const next = addDays(today, 7)
  const [visit] = (await ask('GET', `/api/schedule?from=${next}&to=${next}`)).occurrences.filter(
    (one: { customer: { name: string }; service: { key: string } }) =>
      one.customer.name === 'Casey Walker' && one.service.key === 'mowing',
  ) as [Visit]
  await week(office, next)
  await leader.goto(`/app/crew-schedule?date=${next}`)
  await customer.goto('/app')
  const screens = [
    card(office, visit.id),
    leader.getByRole('listitem').filter({ hasText: 'Casey Walker' }).filter({ hasText: 'Mowing' }),
    customer.locator('main'),
  ]
  for (const screen of screens) await expect(screen.first()).toContainText('9:00 AM')
  await expect(office.getByText('Live', { exact: true })).toBeVisible()
  await ask('POST', '/api/schedule/set-time', { rule_id: visit.id, start_time: '10:15' })
  await Promise.all(screens.map((screen) => expect(screen.first()).toContainText('10:15 AM')))
})

test('a change between loading a page and opening its live stream isn’t missed, in a second tab either', async ({
  browser,
}) => {
  const { id } = await work({ start: 600 })
  const page = await seat(browser, 'manager')
  // The page is loaded; its stream, and then the first tab's message about it, take a while.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.context().route(/\/api\/sse\/ticket$/, (route) => held.then(() => route.continue()))
  await week(page, monday)
  await expect(card(page, id)).toContainText('10:00 AM')
  const second = await page.context().newPage()
  await week(second, monday)
  await expect(card(second, id)).toContainText('10:00 AM')
  await ask('POST', '/api/schedule/set-time', { rule_id: id, start_time: '11:15' })
  release()
  for (const tab of [page, second]) await expect(card(tab, id)).toContainText('11:15 AM')

  // The page's first request was answered before a change, but arrives after the change's event.
  const third = await page.context().newPage()
  const { promise: answered, resolve: hasAnswer } = Promise.withResolvers<void>()
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  await third.route(
    /\/api\/schedule\/week\?/,
    async (route) => {
      const answer = await route.fetch()
      hasAnswer()
      await late
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  await week(third, monday)
  await answered
  await expect(third.getByText('Live', { exact: true })).toBeVisible()
  await ask('POST', '/api/schedule/set-time', { rule_id: id, start_time: '13:45' })
  for (const tab of [page, second]) await expect(card(tab, id)).toContainText('1:45 PM')
  arrive()
  await expect(card(third, id)).toContainText('1:45 PM')
})

test('notices a silent stream, and catches up when it is back', async ({ browser }) => {
  const { id } = await work({ date: inDays(1), start: 540, team: 'West Crew' })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await signedIn(shared.url, people.manager),
  })
  shared.contexts.push(context)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`/app/schedule?date=${monday}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, id)).toContainText('9:00 AM')
  // From here on new streams are blocked, and the open one is silent for too long.
  let silent = true
  await page.route(/\/api\/sse(\?|\/)/, (route) => (silent ? route.abort() : route.continue()))
  await page.clock.fastForward(70_000)
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await ask('POST', '/api/schedule/set-time', { rule_id: id, start_time: '12:15' })
  silent = false
  await page.clock.fastForward(40_000)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, id)).toContainText('12:15 PM')
})
