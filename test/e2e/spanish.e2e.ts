import type { Page } from '@playwright/test'
import { greenAcres } from '../../demo/data.ts'
import { consentTexts, defaultLocationLabel } from '../../src/domain/flows/signup.ts'
import { accountWords } from '../../src/words/en/account.ts'
import { appointmentWords } from '../../src/words/en/appointment.ts'
import { crewWords } from '../../src/words/en/crew.ts'
import { frameWords } from '../../src/words/en/frame.ts'
import { identity } from '../../src/words/en/identity.ts'
import { invitationWords } from '../../src/words/en/invitations.ts'
import { invoiceWords } from '../../src/words/en/invoice.ts'
import { moneyWords } from '../../src/words/en/money.ts'
import { payWords } from '../../src/words/en/pay.ts'
import { plainWords } from '../../src/words/en/plain.ts'
import { portalWords } from '../../src/words/en/portal.ts'
import { shellWords } from '../../src/words/en/shell.ts'
import { signupForm } from '../../src/words/en/signup-form.ts'
import { signupWords } from '../../src/words/en/signup.ts'
import { uiWords } from '../../src/words/en/ui.ts'
import { visitWords } from '../../src/words/en/visits.ts'
import { wizardWords } from '../../src/words/en/wizard.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'
import { address, newEmail, permanentCode } from './signups.ts'

// A language is kept in a profile, so these journeys have a demo world of their own.
test.use({ world: 'in Spanish' })

/** Words that are the same in both languages, and names of the languages themselves. */
const same = new Set([
  'English',
  'Error',
  'Español',
  'PDF',
  'English (United States)',
  'https://…',
  'Subtotal',
  'Total',
])
const english = new Set(
  textsIn([
    accountWords,
    appointmentWords,
    crewWords,
    frameWords,
    identity,
    invitationWords,
    invoiceWords,
    moneyWords,
    payWords,
    plainWords,
    portalWords,
    shellWords,
    signupWords,
    signupForm,
    uiWords,
    visitWords,
    wizardWords,
  ]).filter((text) => !same.has(text)),
)
/** Of the sentences that are put together; none of these is a Spanish word. */
const englishWord = /(?<!\p{L})(?:the|your|you|are|was|with|from|until|due|of|and|not)(?!\p{L})/iu

/** What people wrote themselves stays as they wrote it: notes, requests, names of events and addresses. */
const written = new Set(
  textsIn([greenAcres.events, greenAcres.customers, greenAcres.services, defaultLocationLabel]),
)

const widths = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } }
const places = {
  portal: ['/app', 'Mi portal'],
  invoices: ['/app/user/invoices', 'Facturas'],
  payments: ['/app/user/payments', 'Pagos'],
  profile: ['/app/account?tab=account', 'Cuenta'],
  services: ['/app/account?tab=services', 'Cuenta'],
  times: ['/app/account?tab=schedule', 'Cuenta'],
  business: ['/app/account?tab=organization', 'Cuenta'],
} as const

test('a customer switches to Spanish and reads all their pages in it', async ({ as, shot }) => {
  test.setTimeout(150_000)
  const page = await as('user', '/app')
  await chooseSpanish(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page).toHaveTitle(/^Inicio · /)
  await expectSpanish(page)
  await expectNoAxeViolations(page)
  await shot(page, 'menu')
  for (const [width, viewport] of Object.entries(widths)) {
    await page.setViewportSize(viewport)
    for (const [name, [path, heading]] of Object.entries(places)) {
      // Between the widths only the frameWords, the menu of a page and its tabs differ.
      if (width === 'wide' && name !== 'portal' && name !== 'profile') continue
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectSpanish(page)
      await shot(page, `${name}-${width}`)
      // One invoiceWords, from the list.
      if (name === 'invoices') {
        await page
          .getByRole('link', { name: /^Factura n/ })
          .first()
          .click()
        await expect(page.getByRole('columnheader', { name: 'Descripción' })).toBeVisible()
        await expectSpanish(page)
        await shot(page, `invoice-${width}`)
      }
    }
  }
})

test('dialogs, refusals and problems are said in Spanish, and English comes back at once', async ({
  as,
  shot,
}) => {
  test.setTimeout(90_000)
  const page = await as('user', '/app')
  await chooseSpanish(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pedir otra fecha' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Pedir otra fecha' })).toBeVisible()
  await expectSpanish(page)
  await shot(page, 'reschedule')
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Omitir esta visita' }).first().click()
  await expect(page.getByRole('dialog', { name: '¿Omitir esta visita?' })).toBeVisible()
  await expectSpanish(page)
  await page.getByRole('button', { name: 'Conservarlo' }).click()

  await page.goto('/app/account?tab=account')
  await page.getByRole('button', { name: 'Quitar Home' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Hay servicios programados en esta dirección.')).toBeVisible()
  await expectSpanish(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Agregar dirección' }).click()
  const sheet = page.getByRole('dialog', { name: 'Agregar dirección' })
  await sheet.getByLabel('Código postal').fill('2760')
  await sheet.getByRole('button', { name: 'Agregar dirección' }).click()
  await expect(sheet.getByText('Escriba un código postal de 5 dígitos')).toBeVisible()
  await expectSpanish(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('¿Descartar lo que escribió?')).toBeVisible()
  await page.getByRole('button', { name: 'Descartar', exact: true }).click()

  await page.getByRole('combobox', { name: 'Idioma y formatos' }).click()
  await page.getByRole('option', { name: 'English (United States)' }).click()
  await page
    .getByRole('region', { name: 'Perfil' })
    .getByRole('button', { name: 'Guardar', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a visitor gets the language of their browser, and can choose the other', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'es-MX' })
  const page = await context.newPage()
  await page.goto(`${server.url}/support`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('link', { name: 'Términos' })).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('link', { name: 'Terms' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Terms' })).toBeVisible()
  await context.close()
})

test('pages around signing in, the legal texts and the simple form are in Spanish', async ({
  browser,
  server,
  shot,
}) => {
  const { phone: viewport } = widths
  const context = await browser.newContext({ locale: 'es-MX', viewport, baseURL: server.url })
  const page = await context.newPage()
  const code = await permanentCode(page.request)
  for (const [path, heading] of [
    ['/get-started', 'Comience su prueba gratis'],
    ['/support', 'Ayuda'],
    ['/unauthorized', 'Sin acceso. No tiene permiso para ver esta página.'],
    ['/legal/terms', 'Términos del servicio'],
    ['/legal/privacy', 'Política de privacidad'],
    ['/invite/accept', 'Su invitación'],
    [`/public-signup/${code}`, 'Regístrese con Green Acres Lawn Care'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectSpanish(page)
    await expectNoAxeViolations(page)
    await shot(page, path.split('/').at(-1)!.slice(0, 12))
  }
  await page.goto('/legal/terms')
  await expect(page.getByText('prevalece el texto en inglés')).toBeVisible()
  await context.close()
})

test('a crewWords leader works a day in Spanish: clocks in, completes a visit, moves another', async ({
  as,
  shot,
}) => {
  test.setTimeout(120_000)
  const page = await as('crew_leader', '/app')
  await page.setViewportSize(widths.phone)
  await page.getByRole('button', { name: /^(?:Account menu|Menú de la cuenta)/ }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Agenda de hoy', level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectSpanish(page)
  await shot(page, 'crew-day')
  const clock = page.getByRole('region', { name: 'Turno' })
  await clock.getByRole('button', { name: 'Marcar entrada' }).click()
  await expect(clock.getByText('En turno')).toBeVisible()
  await page.getByRole('button', { name: 'Terminar', exact: true }).first().click()
  const done = page.getByRole('region', { name: 'Terminadas' })
  await done.getByRole('button', { name: /^\d+ terminadas?/ }).click()
  await expect(done.getByText(/^Terminada/).first()).toBeVisible()
  await expectSpanish(page)
  await page.getByRole('button', { name: /^Más: / }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
  await expectSpanish(page)
  await shot(page, 'crew-stop')
  await page.getByRole('button', { name: 'Reprogramar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Reprogramar' })
  await expect(sheet.getByText('Fecha nueva')).toBeVisible()
  await expectSpanish(page)
  await expectNoAxeViolations(page)
  await shot(page, 'crew-reschedule')
  await sheet.getByRole('button', { name: 'Cerrar' }).first().click()
  for (const [path, heading] of [
    ['/app/crew-schedule', 'Agenda de mi equipo'],
    ['/app/crew-customers', 'Clientes'],
    ['/app/my-hours', 'Mis horas'],
    ['/app/team', null],
  ] as const) {
    await page.goto(path)
    await expect(
      page.getByRole('heading', { level: 1, ...(heading ? { name: heading } : {}) }),
    ).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectSpanish(page)
    await shot(page, path.slice(5))
  }
  await page.setViewportSize(widths.wide)
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: 'Agenda de hoy', level: 1 })).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'crew-day-wide')
})

test('a visitor signs up in Spanish, and the consents kept are in Spanish', async ({
  browser,
  server,
  shot,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ locale: 'es-US', baseURL: server.url })
  const page = await context.newPage()
  await page.setViewportSize(widths.phone)
  const code = await permanentCode(page.request)
  const next = () => page.getByRole('button', { name: 'Siguiente', exact: true }).click()
  const isAt = async (title: string) => {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectSpanish(page)
    await expectNoAxeViolations(page)
    await shot(page, title.replaceAll(/[^\p{L}]+/gu, '-'))
  }
  await page.goto(`/signup/${code}`)
  await isAt('¿Cuál es su correo electrónico?')
  await page.getByLabel('Correo electrónico').fill('nada')
  await next()
  await expect(page.getByText('Escriba un correo electrónico válido')).toBeVisible()
  const email = newEmail('ana')
  await page.getByLabel('Correo electrónico').fill(email)
  await next()
  await isAt('¿A dónde vamos?')
  await page.getByLabel('Calle y número').fill(address.street)
  await page.getByLabel('Código postal').fill(address.zip)
  await expect(page.getByLabel('Ciudad')).toHaveValue(address.city)
  await next()
  await isAt('¿Qué días le convienen?')
  await page.getByRole('button', { name: 'Elegir todos' }).click()
  await next()
  await isAt('¿Qué podemos hacer por usted?')
  await page.getByRole('checkbox').first().check()
  await next()
  await isAt('¿Con qué frecuencia?')
  await next()
  await isAt('Pagos y autorizaciones')
  await page.getByRole('checkbox', { name: /^Cobrar automáticamente/ }).check()
  await page.getByRole('checkbox', { name: /^Acepto recibir mensajes/ }).check()
  const sent = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().endsWith('/consents'),
  )
  await page.getByRole('button', { name: 'Siguiente paso' }).click()
  const body = (await sent).postDataJSON() as {
    locale: string
    consent_texts: { autopay: string; sms: string }
  }
  expect(body.locale).toBe('es')
  const limit = /\$[\d,.]+\d/.exec(body.consent_texts.autopay)![0]
  expect(body.consent_texts).toEqual(
    consentTexts({ organization: 'Green Acres Lawn Care', limit }, 'es'),
  )
  await isAt('Cree su cuenta')
  await page.getByLabel('Su nombre').fill('Ana Torres')
  await page.getByLabel('Contraseña').fill('a long enough secret')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByRole('button', { name: 'Ahora no' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Agregar forma de pago' })).toBeVisible()
  await shot(page, 'card')
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await isAt('Su nombre')
  await next()
  await isAt('Número de teléfono')
  await page.getByLabel('Número de teléfono').fill('919 555 0188')
  await page.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByRole('heading', { name: 'Mi portal', level: 1 })).toBeVisible()
  await expectSpanish(page)
  await page.getByRole('link', { name: 'Ver el resumen' }).click()
  await isAt('¡Todo listo!')
  await context.close()
})

test('a payWords link is paid in Spanish', async ({ browser, server, shot }) => {
  test.setTimeout(90_000)
  const owner = await callsOf(server.url, people.owner)
  const { items } = await owner<{ items: { id: string; status: string; balance_cents: number }[] }>(
    'GET',
    '/api/invoices?limit=100',
  )
  const due = items.find(({ status, balance_cents }) => status === 'sent' && balance_cents > 0)
  expect(due, 'an unpaid invoice').toBeDefined()
  const { url } = await owner<{ url: string }>('POST', `/api/invoices/${due!.id}/paylink`, {})
  const context = await browser.newContext({ locale: 'es-US', baseURL: server.url })
  const page = await context.newPage()
  await page.setViewportSize(widths.phone)
  await page.goto(new URL(url).pathname)
  await expect(page.getByRole('button', { name: /^Pagar \$/ })).toBeEnabled()
  await expect(page.getByText('Por pagar')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'pay')
  await context.close()
})

/** In the menu, whichever language it is in. */
async function chooseSpanish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Account menu|Menú de la cuenta)/ }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Mi portal', level: 1 })).toBeVisible()
}

const isWritten = (text: string) => written.has(text.replaceAll(/^“|”$/g, ''))

/** Every text of a table, however deep; what a function makes is found by its words. */
function textsIn(table: unknown): string[] {
  if (typeof table === 'string') return [table]
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textsIn) : []
}

/** Nothing on screen, or read aloud, is English. */
async function expectSpanish(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const isSeen = (element: Element | null) => element?.checkVisibility() ?? false
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isSeen(node.parentElement)) texts.push(node.nodeValue ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        if (isSeen(element)) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.map((text) => text.trim()))]
  })
  const left = shown.filter(
    (text) => (english.has(text) || englishWord.test(text)) && !isWritten(text),
  )
  expect(left, `English at ${page.url()}`).toEqual([])
}
