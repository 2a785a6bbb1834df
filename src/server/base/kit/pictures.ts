import type sharpType from 'sharp'
import {
  pictureMaxPixels,
  pictureSides,
  pictureTypeOf,
  portraitSide,
} from '../../../domain/base/file.ts'
import { Refused } from './refusals.ts'

/** A picture as it is stored: upright, without anything its camera wrote into it, such as the place. */
export type Picture = { content: Buffer; thumbnail: Buffer; width: number; height: number }

/** Makes a stored picture of an upload. 422 for anything but JPEG, PNG and WebP, by content. */
export async function pictureOf(upload: Buffer): Promise<Picture> {
  return reading(upload, async (upright) => {
    const fit = (bytes: Buffer, side: number) =>
      upright(bytes).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await fit(upload, pictureSides.full)
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await fit(data, pictureSides.small).webp({ quality: 72 }).toBuffer()
    return { content: data, thumbnail, width: info.width, height: info.height }
  })
}

/** Makes the small square JPEG that stands for a person, from the middle of an upload. 422 as above. */
export const portraitOf = (upload: Buffer): Promise<Buffer> =>
  reading(upload, (upright) =>
    upright(upload)
      .resize({ width: portraitSide, height: portraitSide, fit: 'cover' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer(),
  )

/** Draws a logo again at its size: the picture alone, without what its file carried. 422 as above. */
export const logoOf = (upload: Buffer, type: 'image/png' | 'image/jpeg'): Promise<Buffer> =>
  reading(upload, async (_upright, sharp) => {
    const picture = sharp(upload, decoding).timeout({ seconds: 20 })
    // Few colors stay few, or the file would grow.
    const palette = (await picture.metadata()).isPalette
    const upright = picture.autoOrient()
    return type === 'image/png'
      ? upright.png({ compressionLevel: 9, palette }).toBuffer()
      : upright.jpeg({ quality: 90, mozjpeg: true }).toBuffer()
  })

const decoding = { limitInputPixels: pictureMaxPixels, failOn: 'error' } as const

async function reading<T>(
  upload: Buffer,
  work: (upright: (bytes: Buffer) => ReturnType<Sharp>, sharp: Sharp) => Promise<T>,
): Promise<T> {
  if (!pictureTypeOf(upload)) throw unreadable()
  const sharp = await loadSharp()
  try {
    return await work(
      (bytes) =>
        sharp(bytes, decoding)
          .timeout({ seconds: 20 })
          .autoOrient()
          .flatten({ background: '#fff' }),
      sharp,
    )
  } catch {
    throw unreadable()
  }
}

const unreadable = () =>
  new Refused(
    422,
    'file_unreadable',
    'This picture cannot be read. Take it again, or choose a JPEG or PNG.',
    { file: 'This picture cannot be read.' },
  )

type Sharp = typeof sharpType
let loading: Promise<Sharp> | undefined

/** Loaded with the first picture: most processes never see one. Only the three decoders it needs are on. */
const loadSharp = (): Promise<Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    })
    return sharp
  }))
