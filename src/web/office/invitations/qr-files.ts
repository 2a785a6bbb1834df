import { localeTags } from '../../../domain/base/locale.ts'
import { qrMatrix, qrPath } from '../../../domain/base/qr.ts'
import { invitationWords } from '../../../words/en/invitations.ts'
import { currentLocale } from '../../app/locale.ts'
import { wordsNow } from '../../app/words.ts'

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
const squareSize = 256
const stripSize = 44

/** The code as an SVG file, 256 units wide, with the business's name on a strip of 44 below it. */
export function qrSvg(link: string, name: string): string {
  const matrix = qrMatrix(link)
  const scale = squareSize / matrix.length
  // A long name is condensed to fit the strip.
  const fit =
    name.length > 26 ? ` textLength="${squareSize - 16}" lengthAdjust="spacingAndGlyphs"` : ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${squareSize}" height="${squareSize + stripSize}" viewBox="0 0 ${squareSize} ${squareSize + stripSize}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<path transform="scale(${scale})" shape-rendering="crispEdges" fill="#000" d="${qrPath(matrix)}"/>`,
    `<text x="${squareSize / 2}" y="${squareSize + stripSize / 2}" dominant-baseline="central" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="600" fill="#000"${fit}>${escapeXml(name)}</text>`,
    '</svg>',
  ].join('')
}

// ── PDF, written by hand: one A4 page needs no library
// ──────────────────────────────────────────────────────────────

const page = { width: 595.28, height: 841.89 } as const
type Picture = { bytes: Uint8Array; width: number; height: number }
const titleSize = 34
const titleWidest = 440

/**
 * A text in the encoding of PDF's built-in fonts (WinAnsi); null if a character is missing from it.
 */
function latinBytes(text: string): number[] | null {
  const codes = Array.from(text, (letter) =>
    letter === '’' ? 0x92 : letter === '–' ? 0x96 : letter === '—' ? 0x97 : letter.codePointAt(0)!,
  )
  return codes.every(
    (code) =>
      (code >= 0x20 && code < 0x7f) ||
      (code >= 0xa0 && code <= 0xff) ||
      [0x92, 0x96, 0x97].includes(code),
  )
    ? codes
    : null
}

/** A name PDF's fonts can show: real text, which prints sharp and can be searched and copied. */
function titleText(name: string, bytes: readonly number[]): string {
  const draw = document.createElement('canvas').getContext('2d')!
  draw.font = '700 100px Helvetica, Arial, "Liberation Sans", sans-serif'
  const perUnit = draw.measureText(name).width / 100
  const size = Math.min(titleSize, titleWidest / perUnit)
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `BT /F2 ${size.toFixed(2)} Tf ${((page.width - perUnit * size) / 2).toFixed(2)} 690 Td <${hex}> Tj ET`
}

/** Any other name, drawn by the browser, which has fonts for every script. */
async function drawText(text: string): Promise<Picture> {
  const canvas = document.createElement('canvas')
  const draw = canvas.getContext('2d')!
  const font = '700 120px system-ui, sans-serif'
  draw.font = font
  canvas.width = Math.ceil(draw.measureText(text).width) + 40
  canvas.height = 170
  draw.fillStyle = '#fff'
  draw.fillRect(0, 0, canvas.width, canvas.height)
  draw.fillStyle = '#000'
  draw.font = font
  draw.textBaseline = 'middle'
  draw.fillText(text, 20, canvas.height / 2)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
  return {
    bytes: new Uint8Array(await blob!.arrayBuffer()),
    width: canvas.width,
    height: canvas.height,
  }
}

/** Any text as a PDF string. */
const hexText = (text: string): string =>
  `<FEFF${[...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`.toUpperCase()
const plainText = (text: string): string =>
  `(${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (c) => `\\${c}`)})`

/** Width of a line in Helvetica, close enough for centering. */
const lineWidth = (text: string, size: number): number => text.length * size * 0.5

function pictureTitle(title: Picture): string {
  const height = Math.min(64, (titleWidest / title.width) * title.height)
  const width = (height / title.height) * title.width
  return `q ${width.toFixed(2)} 0 0 ${height.toFixed(2)} ${((page.width - width) / 2).toFixed(2)} 680 cm /Title Do Q`
}

function pageContent(link: string, title: string): string {
  const matrix = qrMatrix(link)
  const side = 340
  const unit = side / matrix.length
  const left = (page.width - side) / 2
  const bottom = 270
  const squares = matrix.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`${x} ${matrix.length - 1 - y} 1 1 re`] : [])),
  )
  const line = (text: string, size: number, y: number) =>
    `BT /F1 ${size} Tf ${((page.width - lineWidth(text, size)) / 2).toFixed(2)} ${y} Td ${plainText(text)} Tj ET`
  return [
    title,
    line(wordsNow(invitationWords).scan, 22, 636),
    `q ${unit.toFixed(4)} 0 0 ${unit.toFixed(4)} ${left.toFixed(2)} ${bottom} cm 0 g ${squares.join(' ')} f Q`,
    line(link, Math.min(12, 900 / link.length), 236),
  ].join('\n')
}

/** An A4 page with the business's name, the code and the URL below it. */
export async function qrPdf(link: string, name: string): Promise<Blob> {
  const latin = latinBytes(name)
  const picture = latin ? null : await drawText(name)
  const content = pageContent(link, picture ? pictureTitle(picture) : titleText(name, latin ?? []))
  const encode = (text: string) => new TextEncoder().encode(text)
  const bodies: (string | [string, Uint8Array])[] = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${localeTags[currentLocale()]}) >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >>${picture ? ' /XObject << /Title 8 0 R >>' : ''} >> >>`,
    [`<< /Length ${content.length} >>`, encode(content)],
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${hexText(name)} >>`,
  ]
  if (picture) {
    const { width, height, bytes } = picture
    const kind = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    bodies.push([`<< ${kind} /Length ${bytes.length} >>`, bytes])
  }
  const parts: Uint8Array[] = [encode('%PDF-1.4\n')]
  const at: number[] = []
  let size = parts[0]!.length
  const put = (part: Uint8Array) => {
    parts.push(part)
    size += part.length
  }
  for (const [index, body] of bodies.entries()) {
    at.push(size)
    put(encode(`${index + 1} 0 obj\n`))
    if (typeof body === 'string') put(encode(body))
    else
      for (const part of [encode(`${body[0]}\nstream\n`), body[1], encode('\nendstream')]) put(part)
    put(encode('\nendobj\n'))
  }
  const start = size
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  put(
    encode(
      `xref\n0 ${at.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${at.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return new Blob(parts as BlobPart[], { type: 'application/pdf' })
}

/** Starts a download in the browser. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
