// Keeps the application on a crew's phone, and shows the notices that the server sends to a device. The build puts in front of this file
// which files belong to it (scripts/kept-files.ts); without them, as in development, nothing is kept.

const build = self.keptBuild ?? null

// ── The application without a connection ────────────────────────────────────────────────────────────────────────────

// One cache for all builds: most files do not change from one to the next. It exists only where a crew asked for it.
const shelf = 'fieldhive-app'
const record = '/kept-build'
const pageOfBuild = (id) => `/kept-page-${id}`
const places = /^\/(app|login)(\/|$)/

/** Fetches what is missing, a few at a time, and the page last: without it a build is not used. */
async function keepBuild() {
  const cache = await caches.open(shelf)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = build.files.filter((file) => !known.has(file) || !file.startsWith('/assets/'))
  const fetchNext = async () => {
    for (let file = missing.pop(); file; file = missing.pop()) {
      const answer = await fetch(file, { cache: 'no-cache' })
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      await cache.put(file, answer)
    }
  }
  await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])
  const page = await fetch('/app', { cache: 'no-store' })
  const text = await page.text()
  // While a deploy is under way, another server may still answer with the build before.
  if (!page.ok || !text.includes(build.entry)) throw new Error('The page is of another build')
  // Scripts come from this phone: fetched ahead of their turn, each would be read twice.
  const kept = text.replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  await cache.put(pageOfBuild(build.id), new Response(kept, page))
}

/** Keeps this build and the one before, for pages that are still open, and forgets older ones. */
async function forgetOlder() {
  if (!build || !(await caches.has(shelf))) return
  const cache = await caches.open(shelf)
  const last = await cache.match(record).then((answer) => answer?.json())
  if (last?.id === build.id) return
  const ids = [build.id, ...(last ? [last.id] : [])]
  const kept = new Set([...build.files, ...(last?.files ?? []), ...ids.map(pageOfBuild)])
  for (const request of await cache.keys())
    if (!kept.has(new URL(request.url).pathname)) await cache.delete(request)
  await cache.put(record, Response.json({ id: build.id, files: build.files }))
}

const answerPage = async (request) =>
  (await caches.match(pageOfBuild(build.id), { cacheName: shelf })) ?? fetch(request)
const answerFile = async (request, pathname) =>
  (await caches.match(pathname, { cacheName: shelf })) ?? fetch(request)

// The front page is not kept; a phone without a connection shows the sign-in page instead of the browser's error.
const answerFront = (request) =>
  fetch(request).catch(() => Response.redirect(new URL('/login', self.location.origin)))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (!build || request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && places.test(pathname)) event.respondWith(answerPage(request))
  else if (request.mode === 'navigate' && pathname === '/') event.respondWith(answerFront(request))
  else if (build.files.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(answerFile(request, pathname))
})

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const isKept = build !== null && (await caches.has(shelf))
      if (isKept) await keepBuild()
      // A page that is in use decides when the next build takes over.
      else await self.skipWaiting()
    })(),
  )
})
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([forgetOlder(), self.clients.claim()])),
)
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
  if (event.data === 'keep' && build)
    event.waitUntil(
      keepBuild()
        .then(forgetOlder)
        .then(
          () => event.ports[0]?.postMessage('kept'),
          () => event.ports[0]?.postMessage('failed'),
        ),
    )
})

// ── Notices ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const read = (event) => {
  try {
    return event.data?.json() ?? {}
  } catch {
    return {}
  }
}

/** A page of ours, whatever the notice says. */
const pageOf = (url) => {
  try {
    const page = new URL(url ?? '/app', self.location.origin)
    return page.origin === self.location.origin
      ? page.href
      : new URL('/app', self.location.origin).href
  } catch {
    return new URL('/app', self.location.origin).href
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event)
  event.waitUntil(
    self.registration.showNotification(title || 'Fieldhive', {
      body: body || '',
      // The same notice a second time replaces the first.
      ...(tag ? { tag } : {}),
      icon: '/icon-192.png',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const page = pageOf(event.notification.data?.url)
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (windows) => {
      const open = windows.find((one) => one.url === page)
      return open ? open.focus() : self.clients.openWindow(page)
    }),
  )
})
