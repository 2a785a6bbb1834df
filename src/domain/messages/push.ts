import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'

/** A browser that shows notices, as its owner sees it. */
export const PushDevice = z.object({
  id: Id,
  /** Where the browser's push service takes notices for it; tells the page which device is this one. */
  endpoint: z.string(),
  /** 'Chrome on Windows'. */
  name: z.string(),
  created_at: Moment,
})
export type PushDevice = z.infer<typeof PushDevice>

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes)

/** What a browser answers when its owner switches notices on. */
export const PushSubscription = z.object({
  endpoint: z.string().min(1).max(2000),
  /** The browser's public key and shared secret, base64url. */
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** True if an address belongs to a browser maker's push service: the server writes to no other. */
export function isPushService(endpoint: string): boolean {
  // Neither a port nor a user name: only the service itself.
  const host = /^https:\/\/([a-z\d.-]+)\//.exec(endpoint)?.[1]
  return host !== undefined && services.some((one) => host === one || host.endsWith(`.${one}`))
}

const outbox = 'outbox:'
/** A device without a push service: its notices stay in the outbox. Only where messages stay there too. */
export const outboxEndpoint = (id: string): string => outbox + id
export const isOutbox = (endpoint: string): boolean => endpoint.startsWith(outbox)

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system of a user agent, by the names people know; null where it does not say. */
export function deviceOf(agent: string): { browser: string | null; system: string | null } {
  const named = (list: typeof browsers) =>
    list.find(([pattern]) => pattern.test(agent))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}

/** 'Chrome on Windows'. */
export function deviceName(agent: string): string {
  const { browser, system } = deviceOf(agent)
  return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`
}
