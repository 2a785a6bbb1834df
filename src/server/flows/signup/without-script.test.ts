import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withSimpleForm } from './without-script.ts'

const html = readFileSync(new URL('../../../web/app.html', import.meta.url), 'utf8')

it.each([
  ['/signup/tnv3346fj', '/public-signup/tnv3346fj'],
  ['/signup/org/green-acres/', '/public-signup/org/green-acres'],
  [
    '/signup/org/green-acres?x=%22&ref=HDS44F1YPNX3',
    '/public-signup/org/green-acres?ref=hds44f1ypnx3',
  ],
  ['/signup/org/green-acres?ref="><script>', '/public-signup/org/green-acres'],
])('%s without scripts redirects to %s', (url, form) => {
  const shown = withSimpleForm(html, url)
  expect(shown).toContain(
    `<noscript><p class="boot"><span>Fieldhive needs JavaScript. Please switch it on and reload this page. Or <a href="${form}">`,
  )
  const [path, ref] = form.split('?')
  expect(shown).toContain(`<a href="${path}?lang=es${ref ? `&amp;${ref}` : ''}">`)
})

it.each(['/', '/app', '/signup/code/pay', '/signup/%22%3E', '//signup/code', '///', '/signup/a"b'])(
  '%s is unchanged',
  (url) => expect(withSimpleForm(html, url)).toBe(html),
)
