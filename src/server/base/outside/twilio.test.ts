import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { twilioSignature } from '../../../../test/twilio-signature.ts'
import { signedByTwilio } from './twilio.ts'

const authToken = 'twilio-token'
const url = 'https://app.fieldhive.example/api/webhooks/sms?id=1'
const parameters = { From: '+19195550142', To: '+19195550100', Body: 'Yes, Tuesday – ok' }
const signature = 'V2Vw17VgI4CjwSz3phliB0ruepM='

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

  // What Twilio's own library, 6.2.0, signs.
  it.each([
    [{}, 'WWfbSOr9SGzKOwx6OqM6nPC06oU='],
    [
      { b: '1', B: '2', _: '3', a: '4', '10': '5', '9': '6', '': '7' },
      'povuHFOotWpRPi4caI2EyUh6h94=',
    ],
    [{ é: 'ñ', '😀': 'ok', z: '', '\uffff': 'x' }, 'Pg7Aq7YTZ7K2VDk8cnAGxnzN9SU='],
  ])('is recognized with the names of %j in their order', (form, known) => {
    expect(signedByTwilio({ authToken, signature: known, url, parameters: form })).toBe(true)
    expect(twilioSignature(authToken, url, form)).toBe(known)
  })

  it('is recognized whatever it says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (form) => {
        const known = twilioSignature(authToken, url, form)
        expect(signedByTwilio({ authToken, signature: known, url, parameters: form })).toBe(true)
      }),
    )
  })
})
