import { z } from 'zod'
import { refuse, rule } from './rule.ts'

/** Logos appear at most 240 x 80 points large, and twice as sharp. */
export const logoBox = { width: 240, height: 80, scale: 2 } as const
export const logoMaxBytes = 60_000
type LogoType = 'image/png' | 'image/jpeg'

type Picture = { type: LogoType; width: number; height: number }

/** What a picture really is by its bytes, whatever it is called, and its size in pixels; null if it is neither PNG nor JPEG. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const startsWith = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))
    return { type: 'image/png', width: wordAt(bytes, 18), height: wordAt(bytes, 22) }
  return startsWith(0xff, 0xd8, 0xff) ? jpegOf(bytes) : null
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** A JPEG is a row of segments; the one that starts the frame has the size. */
function jpegOf(bytes: Uint8Array): Picture | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { type: 'image/jpeg', height: wordAt(bytes, at + 5), width: wordAt(bytes, at + 7) }
    at += 2 + Math.max(2, wordAt(bytes, at + 2))
  }
  return null
}

type LogoFacts = { picture: Picture | null; bytes: number }

/** What a logo must be. */
export const logoRule = rule<LogoFacts>(
  refuse('logo_type', 'Choose a PNG or JPEG picture.', ({ picture }: LogoFacts) => !picture),
  refuse(
    'logo_too_large',
    'This picture is too large. Choose a simpler one.',
    ({ picture, bytes }: LogoFacts) =>
      bytes > logoMaxBytes ||
      (picture?.width ?? 0) > logoBox.width * logoBox.scale ||
      (picture?.height ?? 0) > logoBox.height * logoBox.scale,
  ),
)

export const brandColorMessage = 'Enter a color such as #1d6b4b'
/** '#1D6B4B' → '#1d6b4b'; anything else is refused. */
export const BrandColor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, brandColorMessage)

/** The look of what customers read. */
export const Brand = z.object({
  /** Where anyone may load the picture, and its size in points. */
  logo: z.object({ path: z.string(), width: z.number(), height: z.number() }).nullable(),
  color: z.string().nullable(),
})
export type Brand = z.infer<typeof Brand>

/** Fieldhive's own. */
export const plainColor = '#1d6b4b'

const channelOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channelOf(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** White where it reaches 4.5:1 on a color, else black, which then does. */
export const textOn = (color: string): '#000000' | '#ffffff' =>
  contrastOf(color, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'
