// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { read } from '../../test/source.ts'

// Both forms of the landing page, with its script.

const assign = vi.fn<typeof location.assign>()
const send = vi.fn<typeof fetch>()

beforeAll(async () => {
  document.body.innerHTML = /<body>([^]*)<\/body>/.exec(read('src/web/index.html'))![1]!
  vi.spyOn(location, 'assign').mockImplementation(assign)
  vi.stubGlobal('fetch', send)
  send.mockRejectedValue(new Error('away'))
  await import('./landing.ts')
  return () => {
    document.body.replaceChildren()
    sessionStorage.clear()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

describe.each([
  [0, 'hero'],
  [1, 'cta'],
])('form %i', (at, origin) => {
  const form = () => document.querySelectorAll<HTMLFormElement>('form.start')[at]!
  const input = () => form().querySelector<HTMLInputElement>('input[type=email]')!
  const submit = (email: string) => {
    input().value = email
    form().dispatchEvent(new Event('submit', { cancelable: true }))
  }

  it.each([
    ['', 'Please enter your email.'],
    ['   ', 'Please enter your email.'],
    ['nobody', 'Enter a valid email address.'],
    ['a@b', 'Enter a valid email address.'],
    ['a b@c.de', 'Enter a valid email address.'],
    [`${'a'.repeat(250)}@b.co`, 'Enter a valid email address.'],
  ])('refuses “%s” until it is changed', (email, sentence) => {
    assign.mockReset()
    submit(email)
    const problem = document.getElementById(input().getAttribute('aria-describedby')!)!
    expect(problem.textContent).toBe(sentence)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input())
    expect(assign).not.toHaveBeenCalled()
    input().dispatchEvent(new Event('input'))
    expect([problem.textContent, input().getAttribute('aria-invalid')]).toEqual(['', 'false'])
  })

  it('sends the lead and goes on to the sign-up, also if it can’t be sent', () => {
    send.mockClear()
    submit(' Ana@Example.com ')
    const [path, lead] = send.mock.calls[0]!
    expect([path, JSON.parse(lead!.body as string)]).toEqual([
      '/api/public/leads',
      { email: 'Ana@Example.com', source: 'get_started', origin, path: location.pathname },
    ])
    expect(assign).toHaveBeenLastCalledWith(
      '/login?screen=signup&email=Ana%40Example.com&flow=owner',
    )
    expect(sessionStorage.getItem('fieldhive.signup-email')).toBe('Ana@Example.com')
    // Back from there the button works again.
    const button = form().querySelector('button')!
    expect(button.disabled).toBe(true)
    dispatchEvent(new Event('pageshow'))
    expect(button.disabled).toBe(false)
  })
})

it.each([
  ['Terms', '/legal/terms'],
  ['Privacy', '/legal/privacy'],
  ['Support', 'mailto:support@fieldhive.example'],
])('its foot leads to %s', (name, href) => {
  const links = [...document.querySelectorAll('footer a')]
  expect(links.find((one) => one.textContent === name)?.getAttribute('href')).toBe(href)
})
