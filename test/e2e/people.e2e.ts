import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password } from './people.ts'

// The people of a business and its services: who works where, who is invited, what is offered. Journeys of this file share one world.
test.setTimeout(120_000)

const said = (page: Page, text: string | RegExp): Promise<void> => expect(page.getByText(text).first()).toBeVisible()
/** Waits for a message; then takes it away, unless it went by itself, so that the same one can be seen to come again. */
async function toasted(page: Page, text: string): Promise<void> {
  const message = page.locator('.mantine-Notification-root').filter({ hasText: text }).first()
  await expect(message).toBeVisible()
  await message
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 1500 })
    .catch(() => undefined)
  await expect(message).toBeHidden()
}
/** While `act` runs, calls to this path fail without a word, as behind a broken proxy. */
async function broken(page: Page, path: RegExp, act: () => Promise<void>, answer = { status: 400, body: '{}' }): Promise<void> {
  await page.route(path, (route) => route.fulfill({ ...answer, contentType: 'application/json' }))
  await act()
  await page.unroute(path)
}
const choose = async (page: Page, field: Locator, option: string): Promise<void> => {
  await field.and(page.getByRole('combobox')).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // The list is gone before anything else is looked at.
  await expect(page.getByRole('option')).toHaveCount(0)
}
/** One call as whoever is signed in on this page. */
async function call(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('user:'))
    return (JSON.parse(localStorage.getItem(key ?? '') ?? '{}') as { access_token?: string }).access_token ?? ''
  })
  const answer = await page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, ...(data ? { data } : {}) })
  return (await answer.json()) as Record<string, any>
}

test('the owner adds crew, with every outcome of the invite', async ({ as }) => {
  const page = await as('owner', '/app/crews')
  const newTeam = page.getByRole('region', { name: 'Create team' })
  const newMember = page.getByRole('region', { name: 'Create crew member' })
  const team = (name: string) => page.getByRole('region', { name, exact: true })

  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await said(page, 'Team name required')
  await newTeam.getByLabel('Team name').fill('north CREW')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await said(page, 'A team with this name already exists.')
  await newTeam.getByLabel('Team name').fill('Night Crew')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await toasted(page, 'Team created')

  await newMember.getByRole('button', { name: 'Create crew member' }).click()
  await expect(newMember.getByText('Email is required')).toBeVisible()
  const create = async (email: string, invite = true) => {
    await newMember.getByLabel('Email').fill(email)
    await newMember.getByLabel('Send the invite now').setChecked(invite)
    await newMember.getByRole('button', { name: 'Create crew member' }).click()
  }
  await broken(page, /crew-members$/, async () => {
    await create('first.hand@mail.example')
    await said(page, 'Failed to create crew member')
  })
  await choose(page, newMember.getByLabel('Team'), 'Night Crew')
  await create('first.hand@mail.example')
  await toasted(page, 'Crew member created and invite sent')
  await expect(team('Night Crew').getByText('first.hand@mail.example')).toBeVisible()
  await create('second.hand@mail.example', false)
  await toasted(page, 'Crew member created. Invite not sent.')
  await create('second.hand@mail.example')
  await said(page, 'This person already belongs to your organization.')
  for (let letter = 0; letter < 5; letter++) await call(page, 'POST', '/api/owner/invitations', { email: 'often.asked@mail.example', role: 'crew_member' })
  await create('often.asked@mail.example')
  await toasted(page, 'Crew member created. Failed to send invite')

  // Whoever was added without a letter is sent one later; a revoked one takes the place back.
  const later = team('Night Crew').getByRole('listitem').filter({ hasText: 'second.hand@mail.example' })
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

test('the owner moves crew between teams, says who leads, and deletes a team with its visits', async ({ as, shot }) => {
  const page = await as('owner', '/app/crews')
  const team = (name: string) => page.getByRole('region', { name, exact: true })

  // One team a person: another team asks first.
  await choose(page, page.getByLabel('Add Sam Okafor to a team'), 'Night Crew')
  await toasted(page, 'Sam Okafor added to Night Crew')
  await choose(page, team('South Crew').getByLabel('Add a member to South Crew'), 'Sam Okafor (Night Crew)')
  await said(page, 'Sam Okafor leaves Night Crew; a person belongs to one team at a time.')
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await toasted(page, 'Sam Okafor moved to South Crew')
  await choose(page, team('South Crew').getByLabel('Move Sam Okafor to'), 'Night Crew')
  await toasted(page, 'Sam Okafor moved to Night Crew')
  await team('Night Crew').getByRole('button', { name: 'Make leader: Sam Okafor' }).click()
  await toasted(page, 'Sam Okafor is a leader now')
  await team('Night Crew').getByRole('button', { name: 'Remove leader: Sam Okafor' }).click()
  await toasted(page, 'Sam Okafor is no leader any more')

  // A crew owner leads more than one, and is added to another without leaving the first.
  await team('Night Crew').getByRole('button', { name: 'More about Sam Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Make crew owner of several teams' }).click()
  await toasted(page, 'Sam Okafor: Crew owner')
  await choose(page, team('West Crew').getByLabel('Add a member to West Crew'), 'Sam Okafor (Night Crew)')
  await toasted(page, 'Sam Okafor added to West Crew')
  await expect(team('Night Crew').getByText('Sam Okafor')).toBeVisible()
  await shot(page, 'crews')
  await team('West Crew').getByRole('button', { name: 'Remove Sam Okafor from West Crew' }).click()
  await toasted(page, 'Sam Okafor removed from the team')
  await team('Night Crew').getByRole('button', { name: 'Remove Sam Okafor from Night Crew' }).click()
  await toasted(page, 'Sam Okafor removed from the team')
  await expect(page.getByRole('region', { name: 'Unassigned Crew' }).getByText('Sam Okafor')).toBeVisible()

  // Renaming: blank is said, unchanged does nothing.
  await team('Night Crew').getByRole('button', { name: 'Rename Night Crew' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Team name').fill(' ')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Team name cannot be empty')).toBeVisible()
  await dialog.getByLabel('Team name').fill('south crew')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('Failed to rename team. A team with this name already exists.')).toBeVisible()
  await broken(page, /api\/owner\/teams\/[\w-]+$/, async () => {
    await dialog.getByLabel('Team name').fill('Dusk Crew')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog.getByText('Failed to rename team')).toBeVisible()
  })
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await toasted(page, 'Team renamed')

  // A team without work goes at once; one with visits to come asks where they go.
  await team('Dusk Crew').getByRole('button', { name: 'Delete Dusk Crew' }).click()
  await said(page, 'Delete Dusk Crew? This cannot be undone.')
  await broken(page, /api\/owner\/teams\/[\w-]+$/, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
    await toasted(page, 'Failed to delete team')
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toasted(page, 'Team deleted')
  await team('West Crew').getByRole('button', { name: 'Delete West Crew' }).click()
  await expectNoAxeViolations(page)
  await choose(page, page.getByRole('dialog').getByLabel('Coming visits and customers go to'), 'South Crew')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete team' }).click()
  await toasted(page, 'Team deleted')
  await expect(team('West Crew')).toHaveCount(0)
  await expect(team('South Crew').getByText('1 person · 5 customers')).toBeVisible()
})

test('whatever fails in the teams manager is said; others than the owner are turned away', async ({ as }) => {
  const page = await as('owner', '/app/crews')
  const south = page.getByRole('region', { name: 'South Crew', exact: true })
  await expect(south).toBeVisible()
  await broken(page, /api\/owner\/(teams|crew-members)/, async () => {
    await page.getByLabel('Team name').fill('Any')
    await page.getByRole('button', { name: 'Create team' }).click()
    await said(page, 'Failed to create team')
    await choose(page, page.getByLabel('Add Sam Okafor to a team'), 'South Crew')
    await toasted(page, 'Failed to add member')
    await choose(page, south.getByLabel('Move Sofia Lind to'), 'North Crew')
    await toasted(page, 'Failed to move member')
    await south.getByRole('button', { name: 'Remove Sofia Lind from South Crew' }).click()
    await toasted(page, 'Failed to remove member')
    await south.getByRole('button', { name: 'Remove leader: Sofia Lind' }).click()
    await toasted(page, 'Failed to update role')
    // Hearing of what was just done elsewhere, the page would load anew by itself.
    await page.route('**/api/sse**', (route) => route.abort())
    await page.reload()
    await said(page, 'Failed to load teams')
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await said(page, 'Failed to load crew members')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(south).toBeVisible()

  const manager = await as('manager', '/app/crews')
  await said(manager, 'Unauthorized. You do not have permission to access this page.')
})

test('the manager gives customers to teams', async ({ as, shot }) => {
  const page = await as('manager', '/app/customers?tab=teams')
  const team = (name: string) => page.getByRole('region', { name, exact: true })
  const quinn = page.getByLabel('Move Quinn Abara to')
  await choose(page, quinn, 'North Crew')
  await said(page, 'Quinn Abara is looked after by North Crew from now on.')
  await expect(page.getByLabel('Coming visits, too')).toBeChecked()
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
    await said(page, 'Remove this customer from the team?')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  }
  await broken(page, /assign-team$/, async () => {
    await remove()
    await toasted(page, 'Failed to remove')
  })
  await remove()
  await toasted(page, 'Removed from team')
  await expect(page.getByRole('list', { name: 'Unassigned customers' }).getByText('Quinn Abara')).toBeVisible()
  // People and customers without a team are two lists.
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
  // What is looked for stands in the address, so that it can be kept and sent.
  await page.getByLabel('Find a customer').fill('quinn')
  await expect(page).toHaveURL(/\?tab=teams&q=quinn$/)
  await expect(team('North Crew').getByText('Nobody here matches.')).toBeVisible()
  await shot(page, 'customers-teams')
  await broken(page, /api\/owner\/teams$/, async () => {
    await page.reload()
    await said(page, 'Failed to load teams/customers')
  })
})

test('services are added, priced in dollars, changed and switched off', async ({ as, shot }) => {
  const page = await as('owner', '/app/services')
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  // What the industry usually offers and this business does not yet is one press away.
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
  // What is switched off is not offered to whoever signs up.
  const { services } = await call(page, 'GET', '/api/public/org/green-acres')
  expect(services.map((one: { label: string }) => one.label)).not.toContain('Mulching')
  await broken(page, /api\/owner\/services/, async () => {
    await page.goto('/app/services')
    await said(page, 'Failed to load services')
  })
})

// The package's types describe a module it is not.
const decode = jsQR as unknown as typeof jsQR.default
/** Reads the code in a picture as a camera would. */
const scan = (pixels: Uint8ClampedArray, width: number, height: number): string | undefined => decode(pixels, width, height)?.data

/** Draws an SVG in the browser and reads the code in it. */
async function scanSvg(page: Page, svg: string): Promise<string | undefined> {
  const { data, width, height } = await page.evaluate(async (source) => {
    const picture = new Image()
    picture.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(source)))}`
    await picture.decode()
    const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight)
    const draw = canvas.getContext('2d')!
    draw.fillStyle = '#fff'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    draw.drawImage(picture, 0, 0)
    return { data: Array.from(draw.getImageData(0, 0, canvas.width, canvas.height).data), width: canvas.width, height: canvas.height }
  }, svg)
  return scan(Uint8ClampedArray.from(data), width, height)
}

/** Reads the code from the squares a PDF fills. */
function scanPdf(pdf: string): string | undefined {
  const squares = [...pdf.matchAll(/\b(\d+) (\d+) 1 1 re/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  const [unit, margin] = [6, 4]
  const side = (Math.max(...squares.flat()) + 1 + 2 * margin) * unit
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [x, y] of squares)
    for (let dx = 0; dx < unit; dx++)
      for (let dy = 0; dy < unit; dy++) {
        const at = ((side - 1 - ((y + margin) * unit + dy)) * side + (x + margin) * unit + dx) * 4
        pixels.fill(0, at, at + 3)
      }
  return scan(pixels, side, side)
}

/** Every object of a PDF stands where its table says, or readers would refuse or repair it. */
function expectWhole(pdf: string): void {
  expect(pdf).toMatch(/^%PDF-1\.4[\s\S]*\/MediaBox \[0 0 595\.28 841\.89\][\s\S]*%%EOF\s*$/)
  const table = pdf.slice(Number(/startxref\n(\d+)\n/.exec(pdf)![1]))
  const offsets = [...table.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
  expect(table).toContain(`xref\n0 ${offsets.length + 1}\n`)
  expect(offsets.map((offset) => /^\d+ 0 obj/.exec(pdf.slice(offset, offset + 12))?.[0])).toEqual(offsets.map((_, index) => `${index + 1} 0 obj`))
}

const read = async (download: Promise<Download>): Promise<{ name: string; text: string }> => {
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'latin1') }
}

test('the permanent link is shown, copied, exported and replaced', async ({ as, shot }) => {
  const page = await as('owner')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/app/onboard-customer')
  const link = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  expect(link).toMatch(/^http:\/\/localhost:\d+\/signup\/[0-9a-z]{26}$/)
  const shown = page.getByRole('img', { name: 'QR code of the sign-up page of Green Acres Lawn Care' })
  const code = await shown.evaluate((svg) => new XMLSerializer().serializeToString(svg))
  expect(await scanSvg(page, code)).toBe(link)

  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect.poll(copied).toBe(link)
  await page.getByRole('button', { name: 'Copy embed anchor' }).click()
  await expect.poll(copied).toBe(`<a href="${link.replace('/signup/', '/public-signup/')}" rel="noopener">Sign up with Green Acres Lawn Care</a>`)

  const pick = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const svgFile = page.waitForEvent('download')
  await pick('Download SVG')
  const svg = await read(svgFile)
  expect(svg.name).toBe('green-acres-qr.svg')
  // The code is 256 units wide, over a strip of 44 with the name.
  expect(svg.text).toContain('width="256" height="300" viewBox="0 0 256 300"')
  expect(svg.text).toMatch(/<text x="128" y="278"[^>]*>Green Acres Lawn Care<\/text>/)
  expect(await scanSvg(page, svg.text)).toBe(link)

  const pdfFile = page.waitForEvent('download')
  await pick('Download PDF')
  const pdf = await read(pdfFile)
  expect(pdf.name).toBe('green-acres-qr.pdf')
  expectWhole(pdf.text)
  expect(pdf.text).toContain(`<${Buffer.from('Green Acres Lawn Care').toString('hex')}> Tj`)
  expect(pdf.text).toContain(`(${link}) Tj`)
  expect(scanPdf(pdf.text)).toBe(link)

  await page.getByRole('button', { name: 'Export' }).click()
  const printable = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Open printable page' }).click()
  await expect((await printable).getByRole('heading', { name: /Green Acres Lawn Care/ }).first()).toBeVisible()
  await (await printable).close()

  const rotate = async () => {
    await page.getByRole('button', { name: 'Rotate Link' }).first().click()
    await said(page, 'You get a new link, and the present one stops working at once.')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate Link' }).click()
  }
  await broken(page, /permanent\/rotate$/, async () => {
    await rotate()
    await toasted(page, 'Failed to rotate permanent link')
  })
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate Link' }).click()
  await toasted(page, 'Permanent link rotated')
  await expect(page.getByRole('textbox', { name: 'Sign-up link' })).not.toHaveValue(link)
  await shot(page, 'onboard-customer')
  const replaced = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  await page.goto(link)
  await said(page, 'Invite not found or expired')
  await page.goto(replaced)
  await said(page, 'Welcome to the Hive!')
  await broken(page, /invitations\/permanent$/, async () => {
    await page.goto('/app/onboard-customer')
    await said(page, "Couldn't load your permanent link.")
  })

  // A name that the fonts of PDF have no letters for is drawn.
  await page.route(/invitations\/permanent$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), org_name: 'Zielona Łąka 草坪' } })
  })
  await page.goto('/app/onboard-customer')
  const drawnFile = page.waitForEvent('download')
  await pick('Download PDF')
  const drawn = (await read(drawnFile)).text
  expectWhole(drawn)
  expect(drawn).toContain('/Subtype /Image')
  expect(drawn).toContain('/Title <FEFF005A00690065006C006F006E00610020014101050')
  expect(scanPdf(drawn)).toBe(replaced)

  // Leaders share the link; replacing it is the office's.
  const leader = await as('crew_leader', '/app/onboard-customer')
  await expect(leader.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await expect(leader.getByRole('button', { name: 'Rotate Link' })).toHaveCount(0)
})

test('customers are invited by code, letter and text; what was sent is listed, sent again and revoked', async ({ as }) => {
  const page = await as('manager', '/app/onboard-customer')
  const [qr, email, sms, recent] = ['QR Code Invite (Expiring)', 'Send Email Invite', 'Send SMS Invite', 'Recent Invites'].map((name) =>
    page.getByRole('region', { name }),
  ) as [Locator, Locator, Locator, Locator]
  const row = (text: string) => recent.getByRole('row').filter({ hasText: text })

  await broken(page, /invitations\/create$/, async () => {
    await qr.getByRole('button', { name: 'Create QR invite' }).click()
    await toasted(page, 'Failed to create invite')
  })
  await page.route(/invitations\/create$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), link: null, ticket_url: null } })
  })
  await qr.getByRole('button', { name: 'Create QR invite' }).click()
  await toasted(page, 'No invitation link returned')
  await page.unroute(/invitations\/create$/)
  await qr.getByLabel('TTL (hours)').fill('2')
  await qr.getByRole('button', { name: 'Create QR invite' }).click()
  await toasted(page, 'QR invite created')
  const code = await page
    .getByRole('dialog')
    .getByRole('img', { name: 'QR code of the invitation' })
    .evaluate((svg) => new XMLSerializer().serializeToString(svg))
  expect(await scanSvg(page, code)).toMatch(/\/signup\/[0-9a-z]{26}$/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  // No number is the usual three days.
  await email.getByLabel('TTL (hours)').fill('')
  await email.getByLabel('TTL (hours)').blur()
  await expect(email.getByLabel('TTL (hours)')).toHaveValue('72')

  const send = email.getByRole('button', { name: 'Send email invite' })
  await send.click()
  await expect(email.getByText('Email is required')).toBeVisible()
  await email.getByLabel('Email').fill('ida.new@mail.example')
  await broken(page, /invitations\/email$/, async () => {
    await send.click()
    await expect(email.getByText('Failed to send email invite')).toBeVisible()
  })
  const quiet = async () => {
    await send.click()
    await expect(email.getByText('Email send failed')).toBeVisible()
  }
  await broken(page, /invitations\/email$/, quiet, { status: 200, body: '{"ok":false}' })
  await send.click()
  await toasted(page, 'Email invite sent')

  await sms.getByRole('button', { name: 'Send SMS invite' }).click()
  await expect(sms.getByText('Enter a valid phone number')).toBeVisible()
  await expect(sms.getByText('Please confirm that they asked for it')).toBeVisible()
  await sms.getByLabel('Phone').fill('(919) 555-0166')
  await sms.getByLabel('They asked me to text them this link').check()
  await sms.getByRole('button', { name: 'Send SMS invite' }).click()
  await toasted(page, 'SMS invite sent')

  await expect(row('ida.new@mail.example')).toContainText('Sent')
  await expect(row('(919) 555-0166').getByRole('button', { name: /^Resend/ })).toHaveCount(0)
  await choose(page, recent.getByLabel('Type'), 'SMS')
  await expect(row('ida.new@mail.example')).toHaveCount(0)
  await expect(row('(919) 555-0166')).toBeVisible()
  await choose(page, recent.getByLabel('Type'), 'All types')
  await recent.getByRole('textbox', { name: 'Search' }).fill('ida.new')
  await expect(row('(919) 555-0166')).toHaveCount(0)
  await row('ida.new@mail.example')
    .getByRole('button', { name: /^Resend/ })
    .click()
  await toasted(page, 'Invite sent again to ida.new@mail.example')
  await row('ida.new@mail.example')
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await said(page, 'The invite to ida.new@mail.example stops working at once.')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await toasted(page, 'Invite revoked')
  await expect(row('ida.new@mail.example')).toContainText('Revoked')
  await recent.getByRole('textbox', { name: 'Search' }).fill('nobody at all')
  await expect(recent.getByText('No invites match')).toBeVisible()
  await broken(page, /invitations\/recent/, async () => {
    await page.goto('/app/onboard-customer')
    await said(page, 'Failed to load recent invites')
  })
})

test('whoever is invited to the staff accepts in a browser of their own and lands where they work', async ({ as, browser, server }) => {
  const page = await as('owner')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/app/crews')
  const staff = page.getByRole('region', { name: 'Staff invites' })
  await staff.getByLabel('Colleague’s e-mail').fill('manager@green-acres.example')
  await staff.getByRole('button', { name: 'Send staff invite' }).click()
  await toasted(page, 'manager@green-acres.example already works here as Manager.')
  await staff.getByLabel('Colleague’s e-mail').fill('leader@bright-side.example')
  await staff.getByRole('button', { name: 'Send staff invite' }).click()
  await toasted(page, 'Invite sent')
  await call(page, 'POST', '/api/owner/invitations', { email: 'crew@bright-side.example', role: 'crew_member' })
  await page.reload()
  const linkOf = async (email: string): Promise<string> => {
    await staff.getByRole('button', { name: `Copy invite: ${email}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/invite\/accept\?code=/)
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.evaluate(() => navigator.clipboard.writeText(''))
    return link
  }
  const links = { manager: await linkOf('leader@bright-side.example'), crew: await linkOf('crew@bright-side.example') }

  const fresh = async () => (await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })).newPage()
  const logIn = async (guest: Page, email: string) => {
    await guest.getByRole('button', { name: 'Log in' }).click()
    await guest
      .getByLabel(/e-?mail/i)
      .first()
      .fill(email)
    await guest.locator('input[type=password]').first().fill(password)
    await guest.keyboard.press('Enter')
    await guest.waitForURL(/\/invite\/accept/, { timeout: 20_000 })
  }
  const guest = await fresh()
  await guest.goto('/invite/accept')
  await said(guest, 'Missing code')
  await guest.goto('/invite/accept?code=0000000000000000000000000')
  await said(guest, 'Invalid or expired invite')
  // The short address of any invitation finds out which kind it is.
  await guest.goto(`/invite/${new URL(links.crew).searchParams.get('code')}`)
  await guest.waitForURL(/\/invite\/accept\?code=/)
  await said(guest, 'Join Green Acres Lawn Care')
  await said(guest, /Sent to c•••@b…/)
  await expectNoAxeViolations(guest)

  await logIn(guest, 'payee@green-acres.example')
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await said(guest, 'Failed to accept invite. It was sent to c•••@b…')
  await said(guest, 'You are signed in as payee@green-acres.example.')
  await guest.context().close()

  const crew = await fresh()
  await crew.goto(links.crew)
  await logIn(crew, 'crew@bright-side.example')
  await broken(crew, /\/claim$/, async () => {
    await crew.getByRole('button', { name: 'Accept invitation' }).click()
    await said(crew, 'Failed to accept invite')
  })
  await crew.getByRole('button', { name: 'Accept invitation' }).click()
  await crew.waitForURL('**/app/crew')
  await said(crew, 'You are not assigned to a team yet')
  await crew.goto(links.crew)
  await said(crew, 'Invalid or expired invite')
  await crew.context().close()

  const manager = await fresh()
  await manager.goto(links.manager)
  await logIn(manager, 'leader@bright-side.example')
  await manager.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(manager.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  expect(new URL(manager.url()).pathname).toBe('/app')
  await manager.context().close()
  await expect(staff.getByRole('row').filter({ hasText: 'leader@bright-side.example' })).toContainText('Accepted', { timeout: 15_000 })
})
