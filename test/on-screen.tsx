import { notifications } from '@mantine/notifications'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import type { z } from 'zod'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { queryClient } from '../src/web/app/query-client.ts'
import { Providers } from '../src/web/app/shell/Providers.tsx'
import { syncSheetsWith } from '../src/web/ui/sheet-stack.ts'
import { sampleOf } from './sample.ts'

const patience_ms = 20_000
const id = '0190aaaa-0000-7000-8000-000000000000'
const declared = Object.entries(calls as Record<string, CallDeclaration>).map(([key, call]) => {
  const [method, path = ''] = key.split(' ')
  return { key, call, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }
})

/** A sample whose moments can be shown. */
const timed = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => timed(one))
  if (typeof value === 'string' && /(_at|_by|next_payment)$/.test(name))
    return '2031-03-04T14:00:00.000Z'
  if (name.endsWith('_until')) return '2031-03-04'
  if (name === 'period') return '2031-03'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, timed(one, key)]))
}
/** A value that fits this schema. */
export function sampleFor<T>(schema: z.ZodType<T>): T {
  return timed(sampleOf(schema, id)) as T
}

type Answer = Response | Promise<Response>
/** What calls answer: fields that replace those of a sample, a refusal without a sentence, or what is made of the path. */
export type Answers = Record<string, object | null | ((path: string) => Answer)>

/** What was sent since the part was shown, except for what it read. */
export const sent: { call: string; body: unknown }[] = []

/** A refusal as the server words it. */
export const refusal = (status: number, code: string, error = '', more: object = {}) =>
  Response.json({ error, code, request_id: 'x', ...more }, { status })

function answerTo(method: string, path: string, answers: Answers, body: unknown): Answer {
  const found = declared.find((one) => one.method === method && one.pattern.test(path))
  if (found && method !== 'GET')
    sent.push({ call: found.key, body: typeof body === 'string' ? JSON.parse(body) : body })
  const given = found ? answers[found.key] : null
  if (typeof given === 'function') return given(path)
  const sample = found?.call.ok && sampleFor(found.call.ok)
  return new Response(given === null ? '{}' : JSON.stringify({ ...(sample as object), ...given }), {
    status: given === null ? 400 : 200,
    headers: { 'content-type': 'application/json' },
  })
}

/** What contains this text, once something does. */
export const seen = (text: string): Promise<string> =>
  vi.waitFor(() => {
    const found = textsNow().find((one) => one.includes(text))
    if (!found) throw new Error(`“${text}” is not in: ${textsNow()[0]}`)
    return found
  }, patience_ms)

/** Shows a part of the application in a page without a browser, at `path` of a route. Returns what ends it. */
export function show(
  part: ReactNode,
  answers: Answers = {},
  path = '/app',
  route = path.split('?')[0]!,
): () => void {
  queryClient.clear()
  sent.length = 0
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', signal, body }: RequestInit = {}) => {
      signal?.throwIfAborted()
      return answerTo(method, new URL(url, 'http://localhost').pathname, answers, body)
    },
  )
  // Text areas that grow ask when fonts are there, which a page without a browser does not say.
  if (!document.fonts) Object.assign(document, { fonts: new EventTarget() })
  const root = createRootRoute()
  const component = () => (
    <Providers>
      <Suspense>{part}</Suspense>
    </Providers>
  )
  const place = createRoute({ getParentRoute: () => root, path: route, component })
  const routeTree = root.addChildren([place])
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree, history })
  syncSheetsWith(router)
  const page = createRoot(document.body.appendChild(document.createElement('div')))
  page.render(<RouterProvider router={router as never} />)
  return () => {
    page.unmount()
    notifications.clean()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  }
}

export const textNow = (): string =>
  [...document.body.querySelectorAll('style')].reduce(
    (text, { textContent }) => text.replace(textContent, ''),
    document.body.textContent,
  )

/** Everything on the page that is read out or seen. */
export const textsNow = (): string[] => [
  textNow(),
  ...[...document.body.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  ),
]

/** Presses the button or checks the box with this name, once it is there and can be pressed; within what is selected. */
export async function press(name: string, within = 'body'): Promise<void> {
  const button = await vi.waitFor(() => {
    const found = [
      ...document.querySelectorAll<HTMLElement>(`${within} :is(button, label)`),
    ].findLast(
      (one) =>
        [one.textContent, one.getAttribute('aria-label')].includes(name) &&
        !(one as HTMLButtonElement).disabled,
    )
    if (!found) throw new Error(`No “${name}” in: ${textNow()}`)
    return found
  }, patience_ms)
  const box = button instanceof HTMLLabelElement ? document.getElementById(button.htmlFor) : null
  ;(box ?? button).click()
}

/** The field with this label. */
export const field = (name: string): Promise<HTMLInputElement> =>
  vi.waitFor(() => {
    const label = [...document.querySelectorAll('label')].findLast((one) =>
      one.textContent.startsWith(name),
    )
    const found = label
      ? document.getElementById(label.htmlFor)
      : document.querySelector(`:is(input, textarea)[aria-label="${name}"]`)
    if (!found) throw new Error(`No field “${name}” in: ${textNow()}`)
    return found as HTMLInputElement
  }, patience_ms)

/** Leaves the field with this label. */
export const leave = async (name: string): Promise<void> =>
  void (await field(name)).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))

/** Types into the field with this label. */
export async function type(name: string, text: string): Promise<void> {
  const typedIn = await field(name)
  const { prototype } = typedIn.constructor as typeof HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(typedIn, text)
  typedIn.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses an option of the field with this label. */
export async function pick(name: string, option: string): Promise<void> {
  const label = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('label')].findLast((one) =>
      one.textContent.startsWith(name),
    )
    if (!found) throw new Error(`No field “${name}” in: ${textNow()}`)
    return found
  }, patience_ms)
  document.getElementById(label.htmlFor)!.click()
  await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      (one) => one.textContent === option,
    )
    if (!found) throw new Error(`No option “${option}” in: ${textNow()}`)
    found.click()
  }, patience_ms)
}
