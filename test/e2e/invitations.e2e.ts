import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password } from './people.ts'
import { addCrew, expectText, toasted, broken, choose, call } from './office-words.ts'

// Invitations by permanent link, QR code, e-mail and SMS, and accepting them. The journeys in this file share one world.
test.setTimeout(120_000)

// The package's types describe a different module format.
const decode = jsQR as unknown as typeof jsQR.default
/** Decodes the QR code in an image. */
const scan = (pixels: Uint8ClampedArray, width: number, height: number): string | undefined =>
  decode(pixels, width, height)?.data

/** Renders an SVG in the browser and decodes its QR code. */
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
    return {
      data: Array.from(draw.getImageData(0, 0, canvas.width, canvas.height).data),
      width: canvas.width,
      height: canvas.height,
    }
  }, svg)
  return scan(Uint8ClampedArray.from(data), width, height)
}

/** Decodes the QR code from the squares drawn in a PDF. */
function scanPdf(pdf: string): string | undefined {
  const squares = [...pdf.matchAll(/\b(\d+) (\d+) 1 1 re/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
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

/** Every PDF object is at the offset its table says; otherwise readers reject or repair the file. */
function expectWhole(pdf: string): void {
  expect(pdf).toMatch(/^%PDF-1\.4[\s\S]*\/MediaBox \[0 0 595\.28 841\.89\][\s\S]*%%EOF\s*$/)
  const table = pdf.slice(Number(/startxref\n(\d+)\n/.exec(pdf)![1]))
  const offsets = [...table.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
  expect(table).toContain(`xref\n0 ${offsets.length + 1}\n`)
  expect(offsets.map((offset) => /^\d+ 0 obj/.exec(pdf.slice(offset, offset + 12))?.[0])).toEqual(
    offsets.map((_, index) => `${index + 1} 0 obj`),
  )
}

const read = async (download: Promise<Download>): Promise<{ name: string; text: string }> => {
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'latin1') }
}

test('shows, copies, exports and rotates the permanent link', async ({ as, shot }) => {
  const page = await as('owner')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto('/app/onboard-customer')
  const link = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
  expect(link).toMatch(/^http:\/\/localhost:\d+\/signup\/[0-9a-z]{26}$/)
  const shown = page.getByRole('img', {
    name: 'QR code of the sign-up page of Green Acres Lawn Care',
  })
  const code = await shown.evaluate((svg) => new XMLSerializer().serializeToString(svg))
  expect(await scanSvg(page, code)).toBe(link)

  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect.poll(copied).toBe(link)
  await page.getByRole('button', { name: 'Copy embed anchor' }).click()
  await expect
    .poll(copied)
    .toBe(
      `<a href="${link.replace('/signup/', '/public-signup/')}" rel="noopener">Sign up with Green Acres Lawn Care</a>`,
    )

  const pick = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const svgFile = page.waitForEvent('download')
  await pick('Download SVG')
  const svg = await read(svgFile)
  expect(svg.name).toBe('green-acres-qr.svg')
  // The code is 256 units wide, above a strip of 44 with the name.
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
  await expect(
    (await printable).getByRole('heading', { name: /Green Acres Lawn Care/ }).first(),
  ).toBeVisible()
  await (await printable).close()

  const rotate = async () => {
    await page.getByRole('button', { name: 'Rotate Link' }).first().click()
    await expectText(page, 'You get a new link, and the current one stops working immediately.')
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
  await expectText(page, 'Invite not found or expired')
  await page.goto(replaced)
  await expectText(page, 'Welcome to the Hive!')
  await broken(page, /invitations\/permanent$/, async () => {
    await page.goto('/app/onboard-customer')
    await expectText(page, "Couldn't load your permanent link.")
  })

  // A name with letters missing from PDF's fonts is drawn as shapes.
  await page.route(/invitations\/permanent$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), org_name: 'Zielona Łąka 草坪' },
    })
  })
  await page.goto('/app/onboard-customer')
  const drawnFile = page.waitForEvent('download')
  await pick('Download PDF')
  const drawn = (await read(drawnFile)).text
  expectWhole(drawn)
  expect(drawn).toContain('/Subtype /Image')
  expect(drawn).toContain('/Title <FEFF005A00690065006C006F006E00610020014101050')
  expect(scanPdf(drawn)).toBe(replaced)

  // Leaders may share the link; only the office may rotate it.
  const leader = await as('crew_leader', '/app/onboard-customer')
  await expect(leader.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await expect(leader.getByRole('button', { name: 'Rotate Link' })).toHaveCount(0)
})

test('invites customers by QR code, email and SMS; lists, resends and revokes invitations', async ({
  as,
}) => {
  const page = await as('manager', '/app/onboard-customer')
  const [qr, email, sms, recent] = [
    'QR Code Invite (Expiring)',
    'Send Email Invite',
    'Send SMS Invite',
    'Recent Invites',
  ].map((name) => page.getByRole('region', { name })) as [Locator, Locator, Locator, Locator]
  const row = (text: string) => recent.getByRole('row').filter({ hasText: text })

  await broken(page, /invitations\/create$/, async () => {
    await qr.getByRole('button', { name: 'Create QR invite' }).click()
    await toasted(page, 'Failed to create invite')
  })
  await page.route(/invitations\/create$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), link: null, ticket_url: null },
    })
  })
  await qr.getByRole('button', { name: 'Create QR invite' }).click()
  await toasted(page, 'No invitation link returned')
  await page.unroute(/invitations\/create$/)
  await qr.getByLabel('Expires after (hours)').fill('2')
  let made = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/invitations/create')) made++
  })
  await qr.getByRole('button', { name: 'Create QR invite' }).dblclick()
  await toasted(page, 'QR invite created')
  expect(made).toBe(1)
  const code = await page
    .getByRole('dialog')
    .getByRole('img', { name: 'QR code of the invitation' })
    .evaluate((svg) => new XMLSerializer().serializeToString(svg))
  expect(await scanSvg(page, code)).toMatch(/\/signup\/[0-9a-z]{26}$/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  // Without a number it's the default of three days.
  await email.getByLabel('Expires after (hours)').fill('')
  await email.getByLabel('Expires after (hours)').blur()
  await expect(email.getByLabel('Expires after (hours)')).toHaveValue('72')

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
  await expectText(page, 'The invite to ida.new@mail.example stops working immediately.')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await toasted(page, 'Invite revoked')
  await expect(row('ida.new@mail.example')).toContainText('Revoked')
  await recent.getByRole('textbox', { name: 'Search' }).fill('nobody at all')
  await expect(recent.getByText('No invites match')).toBeVisible()
  await broken(page, /invitations\/recent/, async () => {
    await page.goto('/app/onboard-customer')
    await expectText(page, 'Failed to load recent invites')
  })
})

test('invited staff accept in their own browser and land on their page', async ({
  as,
  browser,
  server,
}) => {
  const page = await as('owner')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/app/crews')
  const staff = page.getByRole('region', { name: 'Staff invites' })
  const form = await addCrew(page, 'Office or subcontractor', 'Invite a colleague')
  await form.getByLabel('Colleague’s email').fill('manager@green-acres.example')
  await form.getByRole('button', { name: 'Send staff invite' }).click()
  await toasted(page, 'manager@green-acres.example already works here as Manager.')
  await form.getByLabel('Colleague’s email').fill('leader@bright-side.example')
  await form.getByRole('button', { name: 'Send staff invite' }).click()
  await toasted(page, 'Invite sent')
  await call(page, 'POST', '/api/owner/invitations', {
    email: 'crew@bright-side.example',
    role: 'crew_member',
  })
  await page.reload()
  const linkOf = async (email: string): Promise<string> => {
    await staff.getByRole('button', { name: `Copy invite: ${email}` }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/invite\/accept\?code=/)
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.evaluate(() => navigator.clipboard.writeText(''))
    return link
  }
  const links = {
    manager: await linkOf('leader@bright-side.example'),
    crew: await linkOf('crew@bright-side.example'),
  }

  const fresh = async () =>
    (
      await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    ).newPage()
  const logIn = async (guest: Page, email: string) => {
    await guest.getByRole('button', { name: 'Log in' }).click()
    await guest
      .getByLabel(/e-?mail/i)
      .first()
      .fill(email)
    await guest.locator('input[type=password]').first().fill(password)
    await guest.keyboard.press('Enter')
    await guest.waitForURL(/\/invite\/accept/)
  }
  const guest = await fresh()
  await guest.goto('/invite/accept')
  await expectText(guest, 'Missing code')
  await guest.goto('/invite/accept?code=0000000000000000000000000')
  await expectText(guest, 'Invalid or expired invite')
  // The short URL works for every kind of invitation.
  await guest.goto(`/invite/${new URL(links.crew).searchParams.get('code')}`)
  await guest.waitForURL(/\/invite\/accept\?code=/)
  await expectText(guest, 'Join Green Acres Lawn Care')
  await expectText(guest, /Sent to c•••@b…/)
  await expectNoAxeViolations(guest)

  await logIn(guest, 'payee@green-acres.example')
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expectText(guest, 'Failed to accept invite. It was sent to c•••@b…')
  await expectText(guest, 'You are signed in as payee@green-acres.example.')
  await guest.context().close()

  const crew = await fresh()
  await crew.goto(links.crew)
  await logIn(crew, 'crew@bright-side.example')
  await broken(crew, /\/claim$/, async () => {
    await crew.getByRole('button', { name: 'Accept invitation' }).click()
    await expectText(crew, 'Failed to accept invite')
  })
  await crew.getByRole('button', { name: 'Accept invitation' }).click()
  await crew.waitForURL('**/app/crew')
  await expectText(crew, 'You are not assigned to a team yet')
  await crew.goto(links.crew)
  await expectText(crew, 'Invalid or expired invite')
  await crew.context().close()

  const manager = await fresh()
  await manager.goto(links.manager)
  await logIn(manager, 'leader@bright-side.example')
  await manager.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(manager.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  expect(new URL(manager.url()).pathname).toBe('/app')
  await manager.context().close()
  await expect(
    staff.getByRole('row').filter({ hasText: 'leader@bright-side.example' }),
  ).toContainText('Accepted')
})

test('says what waits for a confirmed email, and sends its link again', async ({ as }) => {
  const page = await as('owner')
  await page.route('**/api/owner/needs', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unconfirmed: 3 } })
  })
  await page.route('**/api/users/verification-mail', (route) =>
    route.fulfill({ json: { sent: true } }),
  )
  await page.goto('/app')
  const line = page.getByRole('region', { name: 'Confirm your email: 3 messages wait' })
  await expect(line).toBeVisible()
  await expectNoAxeViolations(page)
  await line.getByRole('button', { name: 'Send the email again' }).click()
  await toasted(page, 'Email sent. Open the link in it.')
})
