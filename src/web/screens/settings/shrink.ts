import { logoBox, logoMaxBytes } from '../../../domain/brand.ts'

type Shrunk = { base64: string; url: string }

/** A picture as small as letters need it: PNG keeps a transparent ground; JPEG takes its place where that would be too large. */
export async function shrinkLogo(file: Blob): Promise<Shrunk | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height, scale } = logoBox
  const factor = Math.min(
    (width * scale) / picture.width,
    (height * scale) / picture.height,
    // A small picture stays as it is.
    1,
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = shrunk(canvas.toDataURL('image/png'))
  if (bytesOf(png) <= logoMaxBytes) return png
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.75, 0.5]) {
    const jpeg = shrunk(canvas.toDataURL('image/jpeg', quality))
    if (bytesOf(jpeg) <= logoMaxBytes) return jpeg
  }
  return null
}

const shrunk = (url: string): Shrunk => ({ url, base64: url.slice(url.indexOf(',') + 1) })
const bytesOf = ({ base64 }: Shrunk): number => Math.floor((base64.length * 3) / 4)
