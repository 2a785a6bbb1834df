import { qrMatrix, qrPath } from '../../ui/QrCode.tsx'

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
const squareSize = 256
const stripSize = 44

/** The code as an SVG file, 256 units wide, with the business's name on a strip of 44 below it. */
export function qrSvg(link: string, name: string): string {
  const matrix = qrMatrix(link)
  const scale = squareSize / matrix.length
  // A long name is squeezed into the strip instead of running out of it.
  const fit = name.length > 26 ? ` textLength="${squareSize - 16}" lengthAdjust="spacingAndGlyphs"` : ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${squareSize}" height="${squareSize + stripSize}" viewBox="0 0 ${squareSize} ${squareSize + stripSize}">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<path transform="scale(${scale})" shape-rendering="crispEdges" fill="#000" d="${qrPath(matrix)}"/>`,
    `<text x="${squareSize / 2}" y="${squareSize + stripSize / 2}" dominant-baseline="central" text-anchor="middle" font-family="sans-serif" font-size="16" font-weight="600" fill="#000"${fit}>${escapeXml(name)}</text>`,
    '</svg>',
  ].join('')
}

// ── PDF, written by hand: one A4 page needs no library ──────────────────────────────────────────────────────────────

const page = { width: 595.28, height: 841.89 } as const
type Picture = { bytes: Uint8Array; width: number; height: number }

/** Text as the browser draws it, which has letters for every script; the fonts built into PDF know only Latin ones. */
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
  return { bytes: new Uint8Array(await blob!.arrayBuffer()), width: canvas.width, height: canvas.height }
}

/** Any text as a PDF string. */
const hexText = (text: string): string =>
  `<FEFF${[...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`.toUpperCase()
const plainText = (text: string): string => `(${text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, (c) => `\\${c}`)})`

/** Width of a line in Helvetica, near enough to centre it. */
const lineWidth = (text: string, size: number): number => text.length * size * 0.5

function pageContent(link: string, title: Picture): string {
  const matrix = qrMatrix(link)
  const side = 340
  const unit = side / matrix.length
  const titleHeight = Math.min(64, (440 / title.width) * title.height)
  const titleWidth = (titleHeight / title.height) * title.width
  const left = (page.width - side) / 2
  const bottom = 270
  const squares = matrix.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x} ${matrix.length - 1 - y} 1 1 re`] : [])))
  const line = (text: string, size: number, y: number) =>
    `BT /F1 ${size} Tf ${((page.width - lineWidth(text, size)) / 2).toFixed(2)} ${y} Td ${plainText(text)} Tj ET`
  return [
    `q ${titleWidth.toFixed(2)} 0 0 ${titleHeight.toFixed(2)} ${((page.width - titleWidth) / 2).toFixed(2)} 680 cm /Title Do Q`,
    line('Scan to sign up', 22, 636),
    `q ${unit.toFixed(4)} 0 0 ${unit.toFixed(4)} ${left.toFixed(2)} ${bottom} cm 0 g ${squares.join(' ')} f Q`,
    line(link, Math.min(12, 900 / link.length), 236),
  ].join('\n')
}

/** An A4 page with the business's name, the code and the address under it. */
export async function qrPdf(link: string, name: string): Promise<Blob> {
  const title = await drawText(name)
  const content = pageContent(link, title)
  const encode = (text: string) => new TextEncoder().encode(text)
  const bodies: (string | [string, Uint8Array])[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Title 6 0 R >> >> >>`,
    [`<< /Length ${content.length} >>`, encode(content)],
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    [
      `<< /Type /XObject /Subtype /Image /Width ${title.width} /Height ${title.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${title.bytes.length} >>`,
      title.bytes,
    ],
    `<< /Title ${hexText(name)} >>`,
  ]
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
    else for (const part of [encode(`${body[0]}\nstream\n`), body[1], encode('\nendstream')]) put(part)
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

/** Hands a file to the browser's downloads. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
