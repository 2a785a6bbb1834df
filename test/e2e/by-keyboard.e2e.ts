import { todayIn } from '../../src/domain/base/dates.ts'
import { expect, test } from './fixtures.ts'
import { keysOf } from './keys.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'
import { slowdown } from './slowdown.ts'

// An ordinary office day without a mouse: ten tasks, one after the other, none of them a trap for the focus.
test.use({ world: 'by keyboard' })

const today = todayIn('America/New_York', new Date().toISOString())
const name = 'Wren Keys'

test('ten tasks of an office day with only the keyboard @dates', async ({ as, server, shot }) => {
  test.setTimeout(60_000 * slowdown)
  const calls = await callsOf(server.url, people.owner)
  await calls('POST', '/api/owner/customers', {
    name,
    email: 'wren.keys@mail.example',
    status: 'active',
  })
  const page = await as('owner', '/app')
  // The keys are heard once the page is.
  await page.getByRole('button', { name: 'Search…' }).waitFor()
  const { tabTo, press, type } = keysOf(page)
  const keys = page.keyboard
  const dialog = page.getByRole('dialog')
  const button = (label: string | RegExp) => page.getByRole('button', { name: label })
  /** Goes down a list until this line of it is chosen, and takes it. */
  const choose = async (which: RegExp) => {
    const option = page.getByRole('option').filter({ hasText: which }).first()
    const chosen = option.and(page.locator('[aria-selected=true], [data-combobox-selected]'))
    await option.waitFor()
    for (let steps = 0; steps < 12 && !(await chosen.isVisible()); steps++)
      await keys.press('ArrowDown')
    await expect(chosen).toBeVisible()
    await keys.press('Enter')
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  /** Opens what Ctrl+K finds. */
  const find = async (words: string, which: RegExp) => {
    await keys.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
    await keys.type(words)
    await choose(which)
  }
  const openVisit = async () => {
    await find(name, /Visit/)
    await expect(dialog.getByText(name).first()).toBeVisible()
  }

  await test.step('find a customer', async () => {
    await find(name, /Customer/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  await test.step('add a visit', async () => {
    await find('add work', /^Add work to the schedule/)
    const sheet = page.getByRole('dialog', { name: 'Add to Schedule' })
    await type(sheet.getByRole('combobox', { name: 'Customer' }), name)
    await choose(/^Wren Keys/)
    await type(sheet.getByRole('combobox', { name: 'Service' }), 'Mowing')
    await choose(/^Mowing/)
    await type(sheet.getByRole('combobox', { name: 'Start date', exact: true }), 'today')
    await keys.press('Tab')
    await press(sheet.getByRole('button', { name: 'Add to Schedule' }))
    await expect(page.getByText('Added to schedule')).toBeVisible()
    await expect(sheet).toBeHidden()
  })

  await test.step('move it to another time', async () => {
    await openVisit()
    await type(dialog.getByRole('combobox', { name: 'Start time' }), '2:30 PM')
    await keys.press('Tab')
    await press(dialog.getByRole('button', { name: 'Save', exact: true }))
    await expect(dialog).toBeHidden()
    const { occurrences } = await calls('GET', `/api/schedule?from=${today}&to=${today}`)
    expect(
      occurrences.find((one: { customer: { name: string } }) => one.customer.name === name)
        .start_time,
    ).toBe('14:30')
  })

  await test.step('complete it', async () => {
    await openVisit()
    await press(dialog.getByRole('button', { name: 'Complete', exact: true }))
    await expect(page.getByText('Completed — invoice created')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('open its invoice, send it and mark it paid', async () => {
    await openVisit()
    await press(dialog.getByRole('link', { name: 'Open invoice' }))
    await expect(page).toHaveURL(/\/app\/invoices\/[\w-]{36}/)
    await press(button(/^Send (invoice|again)$/))
    await expect(page.getByText(/on its way|goes out/i).first()).toBeVisible()
    await press(button('More actions'))
    const item = page.getByRole('menuitem', { name: 'Mark paid' })
    await item.waitFor()
    for (let steps = 0; steps < 8; steps++) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await keys.press('ArrowDown')
    }
    await keys.press('Enter')
    await press(dialog.getByRole('button', { name: 'Mark paid' }))
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
    await shot(page, 'keyboard-paid')
  })

  await test.step('answer a message', async () => {
    await find(name, /Customer/)
    await press(page.getByRole('button', { name: 'Message', exact: true }))
    await type(page.getByRole('textbox', { name: `Answer ${name}` }), 'See you next week.')
    await keys.press('Control+Enter')
    await expect(page.getByText('See you next week.').first()).toBeVisible()
  })

  await test.step('change a setting and save it', async () => {
    await find('settings', /^Settings/)
    await type(page.getByLabel('Website'), 'https://green-acres.example')
    await press(button('Save Changes'))
    await expect(page.getByText('Everything is saved.')).toBeVisible()
  })

  await test.step('sign out', async () => {
    await press(button(/^Account menu/))
    const out = page.getByRole('menuitem', { name: 'Log out' })
    await out.waitFor()
    await keys.press('End')
    await tabTo(out, 1)
    await keys.press('Enter')
    await expect(page).not.toHaveURL(/\/app/)
  })
})
