import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { addCrew, expectText, toasted, broken, choose, call } from './office-words.ts'

// A business's staff and services: teams, invitations, the catalog. The journeys in this file share one world.
test.setTimeout(120_000)

test('the owner adds crew members, with every outcome of the invite', async ({ as }) => {
  const page = await as('owner', '/app/crews')
  const newMember = page.getByRole('dialog', { name: 'Create crew member' })
  const team = (name: string) => page.getByRole('region', { name, exact: true })

  const newTeam = await addCrew(page, 'Team', 'Create team')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await expectText(page, 'Team name required')
  await newTeam.getByLabel('Team name').fill('north CREW')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await expectText(page, 'A team with this name already exists.')
  await newTeam.getByLabel('Team name').fill('Night Crew')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await toasted(page, 'Team created')

  const open = () => addCrew(page, 'Crew member', 'Create crew member')
  await open()
  await newMember.getByRole('button', { name: 'Create crew member' }).click()
  await expect(newMember.getByText('Email is required')).toBeVisible()
  await expectNoAxeViolations(page)
  const create = async (email: string, invite = true) => {
    await newMember.getByLabel('Email').fill(email)
    await newMember.getByLabel('Send the invite now').setChecked(invite)
    await newMember.getByRole('button', { name: 'Create crew member' }).click()
  }
  await broken(page, /crew-members$/, async () => {
    await create('first.hand@mail.example')
    await expectText(page, 'Failed to create crew member')
  })
  await choose(page, newMember.getByLabel('Team'), 'Night Crew')
  await create('first.hand@mail.example')
  await toasted(page, 'Crew member created and invite sent')
  await expect(team('Night Crew').getByText('first.hand@mail.example')).toBeVisible()
  await open()
  // The next person usually joins the same team.
  await expect(newMember.getByLabel('Team').and(page.getByRole('combobox'))).toHaveValue(
    'Night Crew',
  )
  await create('second.hand@mail.example', false)
  await toasted(page, 'Crew member created. Invite not sent.')
  await open()
  await create('second.hand@mail.example')
  await expectText(page, 'This person already belongs to your organization.')
  for (let letter = 0; letter < 5; letter++)
    await call(page, 'POST', '/api/owner/invitations', {
      email: 'often.asked@mail.example',
      role: 'crew_member',
    })
  await create('often.asked@mail.example')
  await toasted(page, 'Crew member created. Failed to send invite')

  // A crew member added without an invite can get one later; revoking it removes them.
  const later = team('Night Crew')
    .getByRole('listitem')
    .filter({ hasText: 'second.hand@mail.example' })
  await later.getByRole('button', { name: 'More about second.hand@mail.example' }).click()
  await page.getByRole('menuitem', { name: 'Send invite' }).click()
  await toasted(page, 'Invite sent')
  await page.getByRole('button', { name: 'Resend: second.hand@mail.example' }).click()
  await toasted(page, 'Invite sent again to second.hand@mail.example')
  await page.getByRole('button', { name: 'Revoke: second.hand@mail.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await toasted(page, 'Invite revoked')
  await expect(later).toHaveCount(0)
})

test('the owner moves crew between teams, picks leaders, and deletes a team with visits', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/crews')
  const team = (name: string) => page.getByRole('region', { name, exact: true })

  // A person has one team: adding them to another asks first.
  await choose(page, page.getByLabel('Add Sam Okafor to a team'), 'Night Crew')
  await toasted(page, 'Sam Okafor added to Night Crew')
  await choose(
    page,
    team('South Crew').getByLabel('Add a member to South Crew'),
    'Sam Okafor (Night Crew)',
  )
  await expectText(page, 'Sam Okafor leaves Night Crew; a person belongs to one team at a time.')
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await toasted(page, 'Sam Okafor moved to South Crew')
  const fromMenu = async (name: string, item: string) => {
    await team(name).getByRole('button', { name: 'More about Sam Okafor' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await fromMenu('South Crew', 'Move to Night Crew')
  await toasted(page, 'Sam Okafor moved to Night Crew')
  await fromMenu('Night Crew', 'Make leader')
  await toasted(page, 'Sam Okafor is a leader now')
  await fromMenu('Night Crew', 'Remove leader')
  await toasted(page, 'Sam Okafor is no longer a leader')

  // A crew owner can lead several teams, and joins another without leaving the first.
  await fromMenu('Night Crew', 'Make crew owner of several teams')
  await toasted(page, 'Sam Okafor: Crew owner')
  await choose(
    page,
    team('West Crew').getByLabel('Add a member to West Crew'),
    'Sam Okafor (Night Crew)',
  )
  await toasted(page, 'Sam Okafor added to West Crew')
  await expect(team('Night Crew').getByText('Sam Okafor')).toBeVisible()
  await shot(page, 'crews')
  await fromMenu('West Crew', 'Remove from West Crew')
  await toasted(page, 'Sam Okafor removed from the team')
  await fromMenu('Night Crew', 'Remove from Night Crew')
  await toasted(page, 'Sam Okafor removed from the team')
  await expect(
    page.getByRole('region', { name: 'Unassigned Crew' }).getByText('Sam Okafor'),
  ).toBeVisible()

  // Renaming: a blank name is an error, an unchanged one does nothing.
  await team('Night Crew').getByRole('button', { name: 'Rename Night Crew' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Team name').fill(' ')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Team name cannot be empty')).toBeVisible()
  await dialog.getByLabel('Team name').fill('south crew')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(
    dialog.getByText('Failed to rename team. A team with this name already exists.'),
  ).toBeVisible()
  await broken(page, /api\/owner\/teams\/[\w-]+$/, async () => {
    await dialog.getByLabel('Team name').fill('Dusk Crew')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByText('Failed to rename team')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await toasted(page, 'Team renamed')

  // A team without work is deleted right away; one with upcoming visits asks where they go.
  await team('Dusk Crew').getByRole('button', { name: 'Delete Dusk Crew' }).click()
  await expectText(page, 'Delete Dusk Crew? This cannot be undone.')
  await broken(page, /api\/owner\/teams\/[\w-]+$/, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
    await toasted(page, 'Failed to delete team')
  })
  // Its card is gone before everything is read again; the next question stays open all the same.
  await page.route('**/api/owner/crew-members', async (route) => {
    await new Promise((go) => setTimeout(go, 1000))
    await route.fallback()
  })
  const read = page.waitForResponse('**/api/owner/crew-members')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toasted(page, 'Team deleted')
  await expect(team('Dusk Crew')).toHaveCount(0)
  await team('West Crew').getByRole('button', { name: 'Delete West Crew' }).click()
  await read
  await expectNoAxeViolations(page)
  await choose(
    page,
    page.getByRole('dialog').getByLabel('Upcoming visits and customers go to'),
    'South Crew',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toasted(page, 'Team deleted')
  await expect(team('West Crew')).toHaveCount(0)
  await expect(team('South Crew').getByText('1 person · 5 customers')).toBeVisible()
})

test('the teams manager reports every failure, and only owners may open it', async ({ as }) => {
  const page = await as('owner', '/app/crews')
  const south = page.getByRole('region', { name: 'South Crew', exact: true })
  await expect(south).toBeVisible()
  await broken(page, /api\/owner\/(teams|crew-members)/, async () => {
    const newTeam = await addCrew(page, 'Team', 'Create team')
    await newTeam.getByLabel('Team name').fill('Any')
    await newTeam.getByRole('button', { name: 'Create team' }).click()
    await expectText(page, 'Failed to create team')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await choose(page, page.getByLabel('Add Sam Okafor to a team'), 'South Crew')
    await toasted(page, 'Failed to add member')
    for (const [item, failure] of [
      ['Move to North Crew', 'Failed to move member'],
      ['Remove from South Crew', 'Failed to remove member'],
      ['Remove leader', 'Failed to update role'],
    ] as const) {
      await south.getByRole('button', { name: 'More about Sofia Lind' }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await toasted(page, failure)
    }
    // Live events about changes made elsewhere would make the page reload by itself.
    await page.route('**/api/sse**', (route) => route.abort())
    await page.reload()
    await expectText(page, 'Failed to load teams')
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectText(page, 'Failed to load crew members')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(south).toBeVisible()

  const manager = await as('manager', '/app/crews')
  await expectText(manager, 'Unauthorized. You do not have permission to access this page.')
})

test('the manager assigns customers to teams @role', async ({ as, shot }) => {
  const page = await as('manager', '/app/customers?tab=teams')
  const team = (name: string) => page.getByRole('region', { name, exact: true })
  const quinn = page.getByLabel('Move Quinn Abara to')
  await choose(page, quinn, 'North Crew')
  await expectText(page, 'Quinn Abara is now with North Crew.')
  await expect(page.getByLabel('Upcoming visits, too')).toBeChecked()
  await expectNoAxeViolations(page)
  await broken(page, /assign-team$/, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await toasted(page, 'Failed to assign')
  })
  await choose(page, quinn, 'North Crew')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await toasted(page, 'Customer assigned to team')
  await expect(team('North Crew').getByText('Quinn Abara')).toBeVisible()
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove Quinn Abara from the team' }).click()
    await expectText(page, 'Remove this customer from the team?')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  }
  await broken(page, /assign-team$/, async () => {
    await remove()
    await toasted(page, 'Failed to remove')
  })
  await remove()
  await toasted(page, 'Removed from team')
  await expect(
    page.getByRole('list', { name: 'Unassigned customers' }).getByText('Quinn Abara'),
  ).toBeVisible()
  // Unassigned people and unassigned customers are separate lists.
  await expect(team('Unassigned Crew').getByText('Sam Okafor')).toBeVisible()
  await expect(team('Unassigned Crew').getByText('Quinn Abara')).toHaveCount(0)
  await choose(page, page.getByLabel('Move Sam Okafor to'), 'North Crew')
  await toasted(page, 'Sam Okafor added to North Crew')
  await page.getByRole('button', { name: 'Edit Quinn Abara' }).click()
  const contact = page.getByRole('dialog')
  await broken(page, /api\/owner\/customers\/[\w-]+$/, async () => {
    await contact.getByLabel('City').fill('Cary')
    await contact.getByRole('button', { name: 'Save' }).click()
    await expect(contact.getByText('Failed to save')).toBeVisible()
  })
  await contact.getByRole('button', { name: 'Save' }).click()
  await toasted(page, 'Saved')
  // The search is in the URL, so that it can be bookmarked and shared.
  await page.getByLabel('Find a customer').fill('quinn')
  await expect(page).toHaveURL(/\?tab=teams&q=quinn$/)
  await expect(team('North Crew').getByText('No one here matches.')).toBeVisible()
  await shot(page, 'customers-teams')
  await broken(page, /api\/owner\/teams$/, async () => {
    await page.reload()
    await expectText(page, 'Failed to load teams/customers')
  })
})

test('adds, prices, changes and disables services', async ({ as, shot }) => {
  const page = await as('owner', '/app/services')
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  // Services common in the industry that this business lacks can be added with one click.
  await page.getByRole('button', { name: 'Add Mulching' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Service name')).toHaveValue('Mulching')
  await sheet.getByLabel('Service name').fill('')
  await sheet.getByRole('button', { name: 'Add service' }).click()
  for (const text of [
    'Service name is required.',
    'Price is required.',
    'Estimated time is required.',
    'Description is required.',
    'Please complete the required fields.',
  ])
    await expect(sheet.getByText(text)).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.getByLabel('Service name').fill('Mulching')
  await sheet.getByLabel('Price').fill('1,234.5')
  await sheet.getByLabel('Estimated minutes').fill('90')
  await sheet.getByLabel('Description').fill('Two inches of bark.')
  await broken(page, /api\/owner\/services$/, async () => {
    await sheet.getByRole('button', { name: 'Add service' }).click()
    await expect(sheet.getByText('Failed to add service')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Add service' }).click()
  await toasted(page, 'Service added')
  await expect(card('Mulching').getByText('$1,234.50')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Mulching' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Mulching' }).click()
  await expect(sheet.getByLabel('Price')).toHaveValue('1234.50')
  await sheet.getByLabel('Price').fill('$99')
  await broken(page, /api\/owner\/services\//, async () => {
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(sheet.getByText('Failed to update service')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'Service updated')
  await expect(card('Mulching').getByText('$99.00')).toBeVisible()

  const available = page.getByRole('switch', { name: /^Mulching/ })
  await broken(page, /api\/owner\/services\//, async () => {
    await available.click()
    await toasted(page, 'Failed to toggle availability')
  })
  await expect(available).toBeChecked()
  await available.click()
  await expect(card('Mulching').getByText('Not available')).toBeVisible()
  await shot(page, 'services')
  // Disabled services aren't offered at sign-up.
  const offered = async (): Promise<string[]> => {
    const { services } = await call(page, 'GET', '/api/public/org/green-acres')
    return services.map((one: { label: string }) => one.label)
  }
  await expect.poll(offered).not.toContain('Mulching')
  await broken(page, /api\/owner\/services/, async () => {
    await page.goto('/app/services')
    await expectText(page, 'Failed to load services')
  })
})
