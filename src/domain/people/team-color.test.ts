import { describe, expect, it } from 'vitest'
import { isTeamColor, TeamColor, teamColors } from './team-color.ts'

/** Relative luminance as defined by WCAG. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}
/** The theme's text, dimmed text and warning colors; and the colors next to the edge. */
const themes = [
  { scheme: 'light', words: ['#1c211e', '#57544b', '#b42318'], surface: '#ffffff' },
  { scheme: 'dark', words: ['#e8eeea', '#bcc6c0', '#ff9d92'], surface: '#1c2420' },
]

describe.each(TeamColor.options)('a team in %s', (color) => {
  it.each(themes)(
    'has text contrast of 4.5:1 in $scheme, and edge contrast of 3:1',
    ({ scheme, words, surface }) => {
      const at = scheme === 'light' ? 0 : 1
      const { tint, edge } = teamColors[color]
      for (const word of words) expect(contrast(word, tint[at])).toBeGreaterThanOrEqual(4.5)
      for (const beside of [surface, tint[at]])
        expect(contrast(edge[at], beside)).toBeGreaterThanOrEqual(3)
    },
  )
})

it('accepts only its own colors', () => {
  expect([isTeamColor('blue'), isTeamColor('#00f'), isTeamColor(null)]).toEqual([
    true,
    false,
    false,
  ])
})
