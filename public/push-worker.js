// Shows the notices that the server sends to this device. Registered only where somebody switches them on.

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

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = read(event)
  event.waitUntil(
    self.registration.showNotification(title || 'Fieldhive', {
      body: body || '',
      // The same notice a second time replaces the first.
      ...(tag ? { tag } : {}),
      icon: '/favicon.svg',
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
