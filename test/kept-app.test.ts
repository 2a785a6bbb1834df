import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { root } from './source.ts'

// The worker that keeps the application, in a browser of ours: what it fetches, answers, keeps and forgets.

const origin = 'https://app.example.com'
const pathOf = (request: string | { url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname

/** Everything a phone has, through all its builds. */
function phone() {
  const shelves = new Map<string, Map<string, Response>>()
  const server = { entry: '/assets/app-1.js', isUp: true, asked: [] as string[] }
  const cacheOf = (shelf: Map<string, Response>) => ({
    keys: async () => [...shelf.keys()].map((path) => ({ url: origin + path })),
    match: async (request: string) => shelf.get(pathOf(request))?.clone(),
    put: async (request: string, answer: Response) => void shelf.set(pathOf(request), answer),
    delete: async (request: { url: string }) => shelf.delete(pathOf(request)),
  })
  const caches = {
    has: async (name: string) => shelves.has(name),
    open: async (name: string) => {
      if (!shelves.has(name)) shelves.set(name, new Map())
      return cacheOf(shelves.get(name)!)
    },
    match: async (request: string, { cacheName }: { cacheName: string }) =>
      shelves.get(cacheName)?.get(pathOf(request))?.clone(),
  }
  const fetch = async (request: string | { url: string }) => {
    const path = pathOf(request)
    server.asked.push(path)
    if (!server.isUp) throw new TypeError('Failed to fetch')
    return new Response(path === '/app' ? `<script src="${server.entry}">` : `file ${path}`)
  }
  /** The worker of one build. */
  const worker = (build: number) => {
    const listeners = new Map<string, (event: object) => void>()
    const did: string[] = []
    const entry = `/assets/app-${build}.js`
    const self = {
      keptBuild: { id: `b${build}`, entry, files: [entry, '/assets/core.js', '/scheme.js'] },
      location: new URL(`${origin}/worker.js`),
      addEventListener: (name: string, listener: (event: object) => void) =>
        listeners.set(name, listener),
      skipWaiting: async () => void did.push('take over'),
      clients: { claim: async () => undefined },
    }
    const context = { self, URL, Response, Request, caches, fetch, Promise, Set, Error }
    runInNewContext(readFileSync(join(root, 'public/worker.js'), 'utf8'), context)
    const fire = async (name: string, event: object = {}) => {
      const waits: Promise<unknown>[] = []
      listeners.get(name)!({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) })
      await Promise.all(waits)
    }
    const get = async (path: string, mode = 'no-cors', method = 'GET') => {
      let answer: Promise<Response> | undefined
      listeners.get('fetch')!({
        request: { method, mode, url: origin + path },
        respondWith: (given: Promise<Response>) => (answer = given),
      })
      const given = await answer
      return given?.headers.get('location') ?? given?.text()
    }
    const keep = async () => {
      const said: unknown[] = []
      const ports = [{ postMessage: (text: unknown) => said.push(text) }]
      await fire('message', { data: 'keep', ports })
      return said
    }
    return { fire, get, keep, did }
  }
  return { worker, server, files: () => [...(shelves.get('fieldhive-app')?.keys() ?? [])].sort() }
}

it('keeps nothing until a crew asks: a device that only shows notices has no shelf', async () => {
  const { worker, files, server } = phone()
  const first = worker(1)
  await first.fire('install')
  await first.fire('activate')
  expect(first.did).toEqual(['take over'])
  expect(files()).toEqual([])
  expect(await first.get('/app/team', 'navigate')).toBe('file /app/team')
  expect(server.asked).toEqual(['/app/team'])
})

it('opens every page of the application from what it kept, and leaves calls alone', async () => {
  const { worker, server } = phone()
  const first = worker(1)
  expect(await first.keep()).toEqual(['kept'])
  server.isUp = false
  for (const path of ['/app', '/app/crew-schedule', '/login'])
    expect(await first.get(path, 'navigate')).toContain('app-1')
  expect(await first.get('/assets/core.js')).toBe('file /assets/core.js')
  expect(await first.get('/scheme.js')).toBe('file /scheme.js')
  for (const path of ['/api/users/me', '/idp/token', '/healthz'])
    expect(await first.get(path)).toBeUndefined()
  expect(await first.get('/pay/abc', 'navigate')).toBeUndefined()
  // After a log-out without a connection, every tab has a page of ours to go to.
  expect(await first.get('/', 'navigate')).toBe(`${origin}/login`)
  server.isUp = true
  expect(await first.get('/', 'navigate')).toBe('file /')
  expect(await first.get('/app', 'navigate', 'POST')).toBeUndefined()
})

it('a new build waits, takes over when told, and the one before stays for pages that are open', async () => {
  const { worker, server, files } = phone()
  const first = worker(1)
  await first.keep()
  server.entry = '/assets/app-2.js'
  server.asked = []
  const second = worker(2)
  await second.fire('install')
  expect(second.did).toEqual([])
  expect(server.asked).not.toContain('/assets/core.js')
  expect(await first.get('/app', 'navigate')).toContain('app-1')
  await second.fire('message', { data: 'take over', ports: [] })
  await second.fire('activate')
  expect(second.did).toEqual(['take over'])
  expect(await second.get('/app', 'navigate')).toContain('app-2')
  expect(await second.get('/assets/app-1.js')).toBe('file /assets/app-1.js')

  server.entry = '/assets/app-3.js'
  const third = worker(3)
  await third.fire('install')
  await third.fire('activate')
  expect(files()).toEqual([
    '/assets/app-2.js',
    '/assets/app-3.js',
    '/assets/core.js',
    '/kept-build',
    '/kept-page-b2',
    '/kept-page-b3',
    '/scheme.js',
  ])
})

it('does not use a build whose page another server still has from before, nor one cut off on the way', async () => {
  const { worker, server } = phone()
  await worker(1).keep()
  await expect(worker(2).fire('install')).rejects.toThrow('another build')
  server.isUp = false
  await expect(worker(2).fire('install')).rejects.toThrow('Failed to fetch')
  expect(await worker(1).get('/app', 'navigate')).toContain('app-1')
  server.isUp = true
  server.entry = '/assets/app-2.js'
  const second = worker(2)
  expect(await second.keep()).toEqual(['kept'])
  expect(await second.get('/app', 'navigate')).toContain('app-2')
})
