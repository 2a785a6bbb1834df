import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { root } from './source.ts'
import { join } from 'node:path'

// The worker in a browser of ours: what it shows, and what pressing a notice opens.

type Shown = { title: string; options: { body: string; tag?: string; data: { url?: string } } }
type Listener = (event: object) => void

function worker(windows: string[] = []) {
  const listeners = new Map<string, Listener>()
  const shown: Shown[] = []
  const did: string[] = []
  const self = {
    location: new URL('https://app.example.com/worker.js'),
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: () => undefined,
    registration: {
      showNotification: async (title: string, options: Shown['options']) =>
        void shown.push({ title, options }),
    },
    clients: {
      claim: () => undefined,
      matchAll: async () =>
        windows.map((url) => ({ url, focus: async () => void did.push(`focus ${url}`) })),
      openWindow: async (url: string) => void did.push(`open ${url}`),
    },
  }
  runInNewContext(readFileSync(join(root, 'public/worker.js'), 'utf8'), { self, URL })
  const fire = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    listeners.get(name)!({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) })
    await Promise.all(waits)
  }
  return { fire, shown, did }
}

const pushed = (data: unknown) => ({ data: { json: () => data } })
const pressed = (url?: string) => ({ notification: { close: () => undefined, data: { url } } })

it('shows subject and text; the same notice again replaces the first', async () => {
  const { fire, shown } = worker()
  await fire(
    'push',
    pushed({ title: 'New sign-up: Ana', body: 'Mowing', url: '/app/customers/1', tag: 'one' }),
  )
  expect(shown).toMatchObject([
    { title: 'New sign-up: Ana', options: { body: 'Mowing', tag: 'one' } },
  ])
  expect(shown[0]!.options.data.url).toBe('/app/customers/1')
})

it.each([null, { data: null }, { data: { json: () => JSON.parse('no') as unknown } }])(
  'shows something for a push without words, as browsers ask: %o',
  async (event) => {
    const { fire, shown } = worker()
    await fire('push', event ?? {})
    expect(shown).toMatchObject([{ title: 'Fieldhive', options: { body: '' } }])
  },
)

it.each([
  ['https://app.example.com/app/customers/1', 'open https://app.example.com/app/customers/1'],
  ['/app/inbox', 'open https://app.example.com/app/inbox'],
  ['https://evil.example/app', 'open https://app.example.com/app'],
  ['javascript:alert(1)', 'open https://app.example.com/app'],
  [undefined, 'open https://app.example.com/app'],
])('pressing a notice of %s: %s', async (url, does) => {
  const { fire, did } = worker()
  await fire('notificationclick', pressed(url))
  expect(did).toEqual([does])
})

it('pressing it goes to the window that shows the page already', async () => {
  const { fire, did } = worker(['https://app.example.com/app', 'https://app.example.com/app/inbox'])
  await fire('notificationclick', pressed('/app/inbox'))
  expect(did).toEqual(['focus https://app.example.com/app/inbox'])
})
