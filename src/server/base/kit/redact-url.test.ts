import { expect, it } from 'vitest'
import { redactUrl } from './redact-url.ts'

const secret = '0123456789abcdefghjkmnpqrs'

it.each([
  `/signup/${secret}`,
  `/signup/${secret}/pay`,
  `/signup/${secret}?resume=${secret}`,
  `/signup/org/green-acres?resume=${secret}`,
  `/public-signup/${secret}`,
  `/invite/${secret}`,
  `/invite/accept?code=${secret}`,
  `/pay/${secret}?payment_intent=pi_1&payment_intent_client_secret=${secret}`,
  `/admin/owner-onboard/${secret}`,
  `/api/public/signup/${secret}/lead?lead_token=${secret}`,
  `/api/public/invitations/${secret}`,
  `/api/public/unsubscribe/${secret}`,
  `/api/owner/invitations/${secret}/revoke`,
  `/api/sse?access_token=${secret}&last=4`,
  `/app/account?confirm_email=${secret}`,
  `/login?next=%2Fapp&login_hint=${secret}`,
])('removes secrets in %s from logs', (url) => {
  expect(redactUrl(url)).not.toContain(secret)
  expect(redactUrl(url)).toContain('[redacted]')
})

it.each([
  '/signup/org/green-acres',
  '/api/owner/invitations/permanent',
  '/api/owner/invitations/permanent/rotate',
  '/invite/accept',
  '/app/schedule?date=2026-11-21',
  '/legal/terms',
])('keeps %s', (url) => {
  expect(redactUrl(url)).toBe(url)
})
