// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { press, seen, sent, show, textNow, type } from '../../../../test/on-screen.tsx'
import GetStarted from './GetStarted.tsx'
import { Privacy, Terms } from './Legal.tsx'

// Pages for everybody: the legal texts, and what the form of a trial refuses.

let end = () => {}
afterEach(() => end())

describe.each([
  [
    'terms',
    <Terms key="terms" />,
    [
      'You must be 18 or older',
      'The service is not directed to children under 16',
      'Owner, Admin, Manager and Crew',
      'The organization controls roles and visibility',
      'The authentication provider handles registration and login.',
      'The payment provider processes payments',
      'stores no full card numbers',
      'the price of the option you chose plus taxes and fees, capped at the displayed estimate unless you approve more work',
      'failed charges may be retried for a limited period',
      'a receipt is sent for every charge',
      'Invoice and transaction records may be retained for up to seven years.',
      'our total liability is capped at the fees paid to us in the twelve months',
      'Delaware law governs these terms',
      'Support is by email: support@fieldhive.example',
    ],
  ],
  [
    'privacy policy',
    <Privacy key="privacy" />,
    [
      'Users must be 18 or older',
      'The service is not directed to children under 16',
      'Invoice and transaction records may be retained for up to seven years',
      'The organization controls roles and visibility',
      'an Owner, Admin, Manager or member of a Crew',
      'The authentication provider handles registration and login',
      'The payment provider processes payments',
      'no full card numbers',
      'Location:',
      'Photos and access codes,',
      'support@fieldhive.example',
    ],
  ],
])('the %s', (_, page, statements) => {
  it('contain every statement and the date of the last change', async () => {
    end = show(page, {
      'GET /api/public/config': { support_email: 'support@fieldhive.example' },
    })
    await seen('Last updated:')
    for (const statement of statements) expect(textNow()).toContain(statement)
    expect(document.querySelector('time')!.dateTime).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(textNow()).toMatch(/Last updated: [A-Z][a-z]+ \d{1,2}, 20\d\d/)
  })
})

describe('the form of a trial', () => {
  const good = {
    'Your Name': 'Gus Trial',
    'Work Email': 'gus@trial.example',
    Company: 'Trial & Sons',
  }
  it.each([
    ['Your Name', '  ', 'Please enter your name.'],
    ['Work Email', 'gus@', 'Enter a valid email address.'],
    ['Company', '', 'Please enter your company.'],
  ])('refuses as %s “%s”', async (label, typed, sentence) => {
    end = show(<GetStarted />)
    for (const [name, value] of Object.entries({ ...good, [label]: typed })) await type(name, value)
    await press('Start free trial')
    await seen('Please fix the errors below.')
    const problems = [...document.querySelectorAll('.problem')].map((one) => one.textContent)
    expect(problems.filter((text) => text !== '')).toEqual([sentence])
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
    expect(sent).toEqual([])
  })
})
