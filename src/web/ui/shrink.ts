import {
  pickedMaxBytes,
  pictureMaxBytes,
  pictureSides,
  type PictureFault,
} from '../../domain/base/file.ts'

/** A chosen file is no picture that can become a photo. */
export class NoPicture extends Error {
  readonly fault: PictureFault
  constructor(fault: PictureFault) {
    super(fault)
    this.fault = fault
  }
}

/** Makes a JPEG of at most 400 kB of a chosen picture, upright, with no side longer than `side` pixels. Throws `NoPicture`. */
export async function shrinkPicture(
  file: File,
  side: number = pictureSides.full,
): Promise<ArrayBuffer> {
  if (file.size > pickedMaxBytes) throw new NoPicture('too_large')
  const whole = await readPicture(file)
  try {
    return await jpegOf(whole, side)
  } finally {
    whole.close()
  }
}

const isHeic = ({ name, type }: File): boolean => /hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)

async function readPicture(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new NoPicture(isHeic(file) ? 'heic' : 'unreadable')
  }
}

/** A JPEG of a picture, on white: compressed more strongly, then made smaller, until it is small enough. */
export async function jpegOf(
  whole: ImageBitmap | HTMLCanvasElement,
  side: number = pictureSides.full,
): Promise<ArrayBuffer> {
  let scale = Math.min(1, side / Math.max(whole.width, whole.height))
  for (;;) {
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(whole.width * scale))
    canvas.height = Math.max(1, Math.round(whole.height * scale))
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(whole, 0, 0, canvas.width, canvas.height)
    for (let quality = 0.8; quality > 0.5; quality -= 0.12) {
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/jpeg', quality)
      })
      if (!blob) throw new NoPicture('unreadable')
      if (blob.size <= pictureMaxBytes) return blob.arrayBuffer()
    }
    scale *= 0.8
  }
}
