import { describe, expect, it } from 'vitest'
import { safePath, shortText } from './safe-path.ts'

describe('safePath', () => {
  it.each([
    '/app',
    '/app/user/invoices',
    '/app/schedule?inbox=1&date=2026-11-20',
    '/signup/abc#top',
    '/app?note=50%',
  ])('keeps %s', (path) => {
    expect(safePath(path)).toBe(path)
  })
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    '/%255Cevil.example',
    'evil.example',
    '/%2Fevil.example',
    '/%252Fevil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'app',
    '',
    '/login',
    '/login?next=/app',
    null,
    7,
  ])('returns /app for %j', (path) => {
    expect(safePath(path)).toBe('/app')
  })
})

it('shortens untrusted text to one line of 200 characters', () => {
  expect(shortText(` a\n b ${'x'.repeat(300)}`)).toHaveLength(200)
})
