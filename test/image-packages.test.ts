import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLeftOut, packagesOf, type Locked } from '../scripts/image-packages.ts'
import { read, root } from './source.ts'

const fonts = Array.from(
  read('src/server/money/documents/fonts.ts').matchAll(/@expo-google-fonts\/[^']+\.ttf/g),
  ([path]) => `node_modules/${path}`,
)

describe('the image', () => {
  it('has every font that a PDF may need, and the folder it is in', () => {
    expect(fonts.length).toBeGreaterThan(1)
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, Locked>
    }
    const copied = packagesOf(root, packages)
    expect(fonts.filter((font) => !copied.some((path) => font.startsWith(`${path}/`)))).toEqual([])
    expect(fonts.flatMap((path) => [path, dirname(path)]).filter(isLeftOut)).toEqual([])
  })
  it.each([
    'noto-sans/400Regular_Italic',
    'noto-sans/700Bold_Italic',
    'noto-sans/900Black',
    'noto-sans-sc/700Bold',
    'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf.png',
  ])('has no %s', (path) => {
    expect(isLeftOut(`/build/node_modules/@expo-google-fonts/${path}`)).toBe(true)
  })
})
