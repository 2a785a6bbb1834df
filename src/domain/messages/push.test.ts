import { describe, expect, it } from 'vitest'
import { deviceName, isPushService, PushSubscription } from './push.ts'

describe('isPushService', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/QGuQ', true],
    ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
    ['https://fcm.googleapis.com.example.com/abc', false],
    ['https://evilpush.apple.com.example', false],
    ['https://notpush.apple.com/', false],
    ['https://127.0.0.1/abc', false],
    ['https://user@169.254.169.254/latest', false],
    ['outbox:1', false],
    ['nothing', false],
  ])('%s: %s', (endpoint, is) => expect(isPushService(endpoint)).toBe(is))
})

describe('deviceName', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
    ['curl/8', 'A browser'],
    ['', 'A browser'],
  ])('%s', (agent, name) => expect(deviceName(agent)).toBe(name))
})

it('a subscription needs keys of the right length', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  expect(PushSubscription.safeParse({ endpoint, keys }).success).toBe(true)
  for (const wrong of [{ auth: 'A' }, { p256dh: 'B'.repeat(88) }, { auth: `${'A'.repeat(21)}!` }])
    expect(PushSubscription.safeParse({ endpoint, keys: { ...keys, ...wrong } }).success).toBe(
      false,
    )
})
