import fc from 'fast-check'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { describe, expect, it } from 'vitest'
import { signedByTwilio } from './twilio.ts'

const authToken = 'twilio-token'
const url = 'https://app.fieldhive.example/api/webhooks/sms?id=1'
const parameters = { From: '+19195550142', To: '+19195550100', Body: 'Yes, Tuesday – ok' }
const signature = getExpectedTwilioSignature(authToken, url, parameters)

describe('a form signed by Twilio', () => {
  it.each([
    ['is recognized', { authToken, signature, url, parameters }, true],
    [
      'is recognized with the port in its address',
      { authToken, signature, url: url.replace('.example', '.example:443'), parameters },
      true,
    ],
    [
      'is not with another word',
      { authToken, signature, url, parameters: { ...parameters, Body: 'No' } },
      false,
    ],
    ['is not with another token', { authToken: 'other', signature, url, parameters }, false],
    [
      'is not at another address',
      { authToken, signature, url: url.replace('sms', 'sms-status'), parameters },
      false,
    ],
    [
      'is not on another host',
      { authToken, signature, url: url.replace('app.', 'evil.'), parameters },
      false,
    ],
    ['is not without a signature', { authToken, signature: '', url, parameters }, false],
  ] as const)('%s', (_case, given, expected) => {
    expect(signedByTwilio(given)).toBe(expected)
  })

  it('has the signature that the library of Twilio expects, whatever it says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (form) => {
        const known = getExpectedTwilioSignature(authToken, url, form)
        expect(signedByTwilio({ authToken, signature: known, url, parameters: form })).toBe(true)
      }),
    )
  })
})
