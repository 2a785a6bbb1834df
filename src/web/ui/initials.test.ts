import { describe, expect, it } from 'vitest'
import { lettersOf } from './initials.ts'

describe('a name without what makes no initials', () => {
  it.each([
    ['Casey Walker', 'Casey Walker'],
    ['🐝 Zoë O’Brien-Müller', 'Zoë OBrienMüller'],
    ['"GmbH" <b>', 'GmbH b'],
    ['👩‍🌾 𝒜nn 7 Hills', 'nn 7 Hills'],
    ['🌱', ''],
    ['李 小龙', '李 小龙'],
  ])('%s: %s', (name, letters) => expect(lettersOf(name)).toBe(letters))
})
