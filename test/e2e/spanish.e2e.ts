import type { Page } from '@playwright/test'
import { account } from '../../src/words/en/account.ts'
import { frame } from '../../src/words/en/frame.ts'
import { invoice } from '../../src/words/en/invoice.ts'
import { money } from '../../src/words/en/money.ts'
import { portal } from '../../src/words/en/portal.ts'
import { shell } from '../../src/words/en/shell.ts'
import { ui } from '../../src/words/en/ui.ts'
import { wizard } from '../../src/words/en/wizard.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// A language is kept in a profile, so these journeys have a demo world of their own.
test.use({ world: 'in Spanish' })

/** Words that are the same in both languages, and names of the languages themselves. */
const same = new Set([
  'English',
  'Español',
  'English (United States)',
  'https://…',
  'Subtotal',
  'Total',
])
const english = new Set(
  textsIn([account, frame, invoice, money, portal, shell, ui, wizard]).filter(
    (text) => !same.has(text),
  ),
)
/** Of the sentences that are put together; none of these is a Spanish word. */
const englishWord = /\b(?:the|your|you|are|was|with|from|until|due|of|and|not)\b/i

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
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectSpanish(page)
      await shot(page, `${name}-${width}`)
      // One invoice, from the list.
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
  await page.getByRole('button', { name: 'Cancelar' }).first().click()
  await expect(page.getByRole('dialog', { name: '¿Cancelar este servicio?' })).toBeVisible()
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

/** In the menu, whichever language it is in. */
async function chooseSpanish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Account menu|Menú de la cuenta)/ }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Mi portal', level: 1 })).toBeVisible()
}

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
  const left = shown.filter((text) => english.has(text) || englishWord.test(text))
  expect(left, `English at ${page.url()}`).toEqual([])
}
