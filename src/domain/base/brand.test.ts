import { describe, expect, it } from 'vitest'
import { BrandColor, contrastOf, logoMaxBytes, logoRule, pictureOf, textOn } from './brand.ts'

describe('the text on a color', () => {
  it('reaches 4.5:1 on every color', () => {
    let least = 21
    for (let red = 0; red < 256; red += 5)
      for (let green = 0; green < 256; green += 5)
        for (let blue = 0; blue < 256; blue += 5) {
          const color = `#${[red, green, blue].map((one) => one.toString(16).padStart(2, '0')).join('')}`
          least = Math.min(least, contrastOf(color, textOn(color)))
        }
    expect(least).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['#1d6b4b', '#ffffff'],
    ['#f6b73c', '#000000'],
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
  ])('on %s is %s', (color, text) => expect(textOn(color)).toBe(text))

  it('measures as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('a logo', () => {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const png = (width: number, height: number) =>
    new Uint8Array(
      signature.concat(
        [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
        [0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255],
      ),
    )
  const jpeg = new Uint8Array(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0].concat([
      0xff, 0xc0, 0, 11, 8, 0, 80, 1, 0x40, 1, 1, 0x11, 0,
    ]),
  )

  it('is known by its bytes', () => {
    expect(pictureOf(png(480, 160))).toEqual({ type: 'image/png', width: 480, height: 160 })
    expect(pictureOf(jpeg)).toEqual({ type: 'image/jpeg', width: 320, height: 80 })
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg">', 'GIF89a', '', 'PNG'])
      expect(pictureOf(new TextEncoder().encode(other))).toBeNull()
  })

  it('has its size in the one segment of a JPEG that starts the frame', () => {
    const withFrame = (marker: number) => {
      const bytes = jpeg.slice()
      bytes[9] = marker
      return pictureOf(bytes)
    }
    const known = Array.from({ length: 256 }, (_, marker) => marker).filter(withFrame)
    // Those in between hold tables and no picture.
    const frames = Array.from({ length: 16 }, (_, place) => 0xc0 + place)
    expect(known).toEqual(frames.filter((one) => ![0xc4, 0xc8, 0xcc].includes(one)))
  })

  it('is refused if it is something else or too large', () => {
    const of = (width: number, height: number, bytes = 10) =>
      logoRule({ picture: pictureOf(png(width, height)), bytes })
    expect(logoRule({ picture: null, bytes: 10 })?.code).toBe('logo_type')
    expect(of(480, 160, logoMaxBytes + 1)?.code).toBe('logo_too_large')
    expect(of(481, 160)?.code).toBe('logo_too_large')
    expect(of(480, 161)?.code).toBe('logo_too_large')
    expect(of(480, 160, logoMaxBytes)).toBeNull()
  })
})

it.each([
  ['#1D6B4B', '#1d6b4b'],
  [' #ffffff ', '#ffffff'],
])('the color %s is stored as %s', (given, stored) => expect(BrandColor.parse(given)).toBe(stored))
it.each(['1d6b4b', '#fff', 'red', '#12345g', ''])('%j is no color', (given) =>
  expect(BrandColor.safeParse(given).success).toBe(false),
)
