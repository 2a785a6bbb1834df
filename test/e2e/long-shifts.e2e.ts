import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Breaks, shifts that are too long to be true, and time on site.
test.use({ world: 'long-shifts' })
test.setTimeout(120_000)

test('a break, a shift of 15 hours, and how long a visit took @dates', async ({
  as,
  server,
  shot,
}) => {
  const send = async (who: keyof typeof people, ...commands: object[]) => {
    const call = await callsOf(server.url, people[who])
    return call('POST', '/api/crew/commands', {
      commands: commands.map((one) => ({
        client_id: randomUUID(),
        at: new Date().toISOString(),
        ...one,
      })),
    })
  }
  const hour = 3_600_000
  // Between the shifts of the demo world, from the evening two days ago to the next morning.
  const waited_ms = (Date.now() % (24 * hour)) + 2 * 24 * hour - 20.5 * hour
  await send(
    'crew_member',
    { kind: 'clock_in', waited_ms },
    { kind: 'clock_out', waited_ms: waited_ms - 15 * hour },
  )
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const visit = await freeWork(office, 'Long Lake', {
    start_date: todayIn('America/New_York', new Date().toISOString()),
    duration_minutes: 45,
    team_id: teams.find(({ name }: { name: string }) => name === 'North Crew').id,
  })
  await send(
    'crew_leader',
    { kind: 'start', visit, waited_ms: 2 * hour },
    { kind: 'finish', visit, waited_ms: hour },
  )

  const crew = await as('crew_member', '/app')
  const clock = crew.getByRole('region', { name: 'Shift' })
  await clock.getByRole('button', { name: 'Clock in' }).click()
  await clock.getByRole('button', { name: 'Start break' }).click()
  await expect(clock).toContainText('On a break')
  await shot(crew, 'crew-break')
  await expectNoAxeViolations(crew)
  await clock.getByRole('button', { name: 'End break' }).click()
  await expect(clock).toContainText('On the clock')

  const page = await as('owner', '/app')
  await page.getByRole('link', { name: '1 shift to check' }).click()
  const list = page.getByRole('region', { name: 'Shifts to check' })
  await expect(list).toContainText('Cam Reyes, 15:00 hours')
  await expectNoAxeViolations(page)
  await shot(page, 'hours-to-check')
  await list.getByRole('button', { name: 'Approve: Cam Reyes' }).click()
  const sheet = page.getByRole('dialog').last()
  await sheet.getByLabel('Reason').fill('A storm night')
  await sheet.getByRole('button', { name: 'Count this shift' }).click()
  await toasted(page, 'The shift counts')
  await expect(list).toBeHidden()

  await page.getByRole('tab', { name: 'Time on site' }).click()
  const table = page.getByRole('region', { name: 'By visit' })
  await expect(table.getByRole('row').filter({ hasText: 'Long Lake' })).toContainText(
    /0:45\s*1:00\s*\+0:15/,
  )
  await expectNoAxeViolations(page)
  await shot(page, 'time-on-site')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Time on site by visit' }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/Long Lake.*,45,60,15\r\n/)
})
