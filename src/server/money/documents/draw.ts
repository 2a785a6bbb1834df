import PDFDocument from 'pdfkit'
import { fontNamed, isPlain, type FontName } from './fonts.ts'
import { linesOf, type Line } from './lines.ts'
import type { Paper } from './paper.ts'

type Doc = PDFKit.PDFDocument
type Node = PDFKit.PDFStructureElement
type Pen = { doc: Doc; root: Node; paper: Paper; y: number }

const page = { left: 54, right: 558, top: 54, bottom: 720 }
const width = page.right - page.left
const [ink, dim, line] = ['#1b1f1d', '#5c6662', '#d5dbd8']
const gap = 12

/** The document as PDF/UA: tagged, so that screen readers find headings and rows. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: page.top, left: page.left, right: 612 - page.right, bottom: 0 },
    subset: 'PDF/UA',
    tagged: true,
    lang: paper.locale,
    displayTitle: true,
    bufferPages: true,
    info: infoOf(paper),
  } as unknown as PDFKit.PDFDocumentOptions)
  const chunks: Buffer[] = []
  const ended = new Promise<void>((done, failed) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', done)
    doc.on('error', failed)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const pen: Pen = { doc, root, paper, y: page.top }
  drawHead(pen)
  drawBlocks(pen)
  drawTable(pen)
  drawSums(pen)
  drawTexts(pen)
  root.end()
  drawFeet(pen)
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

const infoOf = ({ title, from, made_at }: Paper) => ({
  Title: title,
  Author: from.name,
  CreationDate: new Date(made_at),
  ModDate: new Date(made_at),
})

type Style = {
  font?: 'regular' | 'bold'
  size?: number
  color?: string
  align?: 'left' | 'right'
  x?: number
  width?: number
}
/** `lines` are set where one font cannot draw the text. */
type Block = Required<Style> & { text: string; height: number; lines: Line[] | null }

/** A text with its measured height. */
function measured(pen: Pen, raw: string, style: Style = {}): Block {
  const text = raw.replaceAll('\t', ' ')
  const block = {
    font: 'regular' as const,
    size: 10,
    color: ink,
    align: 'left' as const,
    x: page.left,
    width,
    ...style,
    text,
  }
  const { doc } = pen
  const lines = isPlain(text)
    ? null
    : linesOf(text, block.width, (part, font) =>
        setFont(doc, weighted(font, block.font), block.size).widthOfString(part),
      )
  setFont(doc, block.font, block.size)
  const height = lines
    ? lines.length * doc.currentLineHeight(true)
    : doc.heightOfString(text || ' ', { width: block.width })
  return { ...block, lines, height }
}

const weighted = (font: FontName, weight: 'regular' | 'bold'): FontName =>
  font === 'regular' ? weight : font

const setFont = (doc: Doc, name: FontName, size: number): Doc =>
  doc
    .registerFont(name, fontNamed(name) as never)
    .font(name)
    .fontSize(size)

function put({ doc }: Pen, block: Block, y: number): void {
  setFont(doc, block.font, block.size).fillColor(block.color)
  if (!block.lines)
    return void doc.text(block.text, block.x, y, { width: block.width, align: block.align })
  const high = doc.currentLineHeight(true)
  const { ascent, unitsPerEm } = fontNamed(block.font)
  for (const [at, line] of block.lines.entries())
    putLine(doc, block, line, y + at * high + (ascent / unitsPerEm) * block.size)
}

function putLine(doc: Doc, block: Block, line: Line, baseline: number): void {
  let x = block.align === 'left' ? block.x : block.x + block.width - line.width
  for (const run of line.runs) {
    const font = weighted(run.font, block.font)
    setFont(doc, font, block.size)
      .lineWidth(block.size / 36)
      .strokeColor(block.color)
    // The other fonts have no bold face, so their outline is drawn too.
    const stroke = block.font === 'bold' && font !== 'bold'
    doc.text(run.text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      fill: true,
      stroke,
    })
    x += run.width
  }
}

const tag = (pen: Pen, parent: Node, type: string, draw: () => void, alt?: string): void => {
  parent.add(pen.doc.struct(type, alt ? { alt } : {}, draw))
}

/** Lines and fills say nothing, so screen readers skip them. */
function rule(pen: Pen, y: number, color = line, thickness = 0.7): void {
  pen.doc.markContent('Artifact', { type: 'Layout' } as never)
  pen.doc.lineWidth(thickness).strokeColor(color)
  pen.doc.moveTo(page.left, y).lineTo(page.right, y).stroke()
  pen.doc.endMarkedContent()
}

/** Starts another page if `height` no longer fits on this one. */
function makeRoom(pen: Pen, height: number): boolean {
  if (pen.y + height <= page.bottom) return false
  pen.doc.addPage()
  pen.y = page.top
  return true
}

function drawHead(pen: Pen): void {
  const { paper, root, doc } = pen
  const half = width / 2
  const heading = measured(pen, paper.heading, {
    font: 'bold',
    size: 22,
    align: 'right',
    x: page.left + half,
    width: half,
  })
  tag(pen, root, 'H1', () => put(pen, heading, page.top))
  let left = page.top
  if (paper.logo) {
    const { bytes, width: wide, height: high, alt } = paper.logo
    const logo = Buffer.from(bytes)
    tag(
      pen,
      root,
      'Figure',
      () => doc.image(logo, page.left, left, { width: wide, height: high }),
      alt,
    )
    left += high + 8
  }
  const name = measured(pen, paper.from.name, {
    font: 'bold',
    size: paper.logo ? 11 : 16,
    width: half,
  })
  tag(pen, root, 'P', () => put(pen, name, left))
  left += name.height + 2
  for (const text of paper.from.lines) {
    const one = measured(pen, text, { size: 9.5, color: dim, width: half })
    tag(pen, root, 'P', () => put(pen, one, left))
    left += one.height
  }
  const right = drawFacts(pen, page.top + heading.height + 6)
  pen.y = Math.max(left, right) + gap
  rule(pen, pen.y, paper.color, 2)
  pen.y += gap
}

function drawFacts(pen: Pen, from: number): number {
  let y = from
  for (const [label, value] of pen.paper.facts) {
    const shown = measured(pen, `${label}: ${value}`, {
      align: 'right',
      x: page.left + width / 2,
      width: width / 2,
    })
    tag(pen, pen.root, 'P', () => put(pen, shown, y))
    y += shown.height
  }
  return y
}

function drawBlocks(pen: Pen): void {
  const { blocks } = pen.paper
  const each = width / Math.max(2, blocks.length)
  const ends = blocks.map(({ title, lines }, at) => {
    const x = page.left + at * each
    let y = pen.y
    const head = measured(pen, title, { font: 'bold', size: 9, color: dim, x, width: each - gap })
    tag(pen, pen.root, 'H2', () => put(pen, head, y))
    y += head.height
    for (const text of lines) {
      const one = measured(pen, text, { x, width: each - gap })
      tag(pen, pen.root, 'P', () => put(pen, one, y))
      y += one.height
    }
    return y
  })
  pen.y = Math.max(pen.y, ...ends) + gap * 1.5
}

function drawTable(pen: Pen): void {
  if (!pen.paper.rows.length) return
  const table = pen.doc.struct('Table')
  pen.root.add(table)
  drawTitles(pen, table)
  for (const row of pen.paper.rows) drawRow(pen, table, row)
  table.end()
}

/** Where each column is, in points. */
function columnsOf({ columns }: Paper): (Style & { x: number; width: number })[] {
  const all = columns.reduce((sum, column) => sum + column.width, 0)
  let x = page.left
  return columns.map((column) => {
    const wide = (column.width / all) * width
    const at = { x, width: wide - 8, align: column.right ? ('right' as const) : ('left' as const) }
    x += wide
    return column.right ? { ...at, x: at.x + 8 } : at
  })
}

function drawTitles(pen: Pen, table: Node): void {
  const places = columnsOf(pen.paper)
  const cells = pen.paper.columns.map((column, at) =>
    measured(pen, column.title, { ...places[at], font: 'bold', size: 9, color: dim }),
  )
  const row = pen.doc.struct('TR')
  table.add(row)
  for (const cell of cells) tag(pen, row, 'TH', () => put(pen, cell, pen.y))
  row.end()
  pen.y += Math.max(...cells.map(({ height }) => height)) + 4
  rule(pen, pen.y)
  pen.y += 6
}

function drawRow(pen: Pen, table: Node, cells: Paper['rows'][number]): void {
  const places = columnsOf(pen.paper)
  const blocks = cells.map((cell, at) => {
    const main = measured(pen, typeof cell === 'string' ? cell : cell.text, places[at])
    const small =
      typeof cell === 'string'
        ? null
        : measured(pen, cell.small, { ...places[at], size: 8.5, color: dim })
    return { main, small, height: main.height + (small?.height ?? 0) }
  })
  const height = Math.max(...blocks.map((block) => block.height))
  if (makeRoom(pen, height + 10)) drawTitles(pen, table)
  const row = pen.doc.struct('TR')
  table.add(row)
  for (const { main, small } of blocks)
    tag(pen, row, 'TD', () => {
      put(pen, main, pen.y)
      if (small) put(pen, small, pen.y + main.height)
    })
  row.end()
  pen.y += height + 5
  rule(pen, pen.y)
  pen.y += 5
}

/** The sums stay together, below at least the last line. */
function drawSums(pen: Pen): void {
  const blocks = pen.paper.sums.map(({ label, value, strong = false }) => {
    const style = {
      font: strong ? ('bold' as const) : ('regular' as const),
      size: strong ? 12 : 10,
    }
    return {
      label: measured(pen, label, { ...style, x: page.left + width / 2, width: width / 2 - 110 }),
      value: measured(pen, value, { ...style, align: 'right', x: page.right - 110, width: 110 }),
    }
  })
  const heightOf = (one: (typeof blocks)[number]) =>
    Math.max(one.label.height, one.value.height) + 3
  makeRoom(pen, blocks.reduce((sum, one) => sum + heightOf(one), 0) + 6)
  pen.y += 6
  for (const one of blocks) {
    tag(pen, pen.root, 'P', () => {
      put(pen, one.label, pen.y)
      put(pen, one.value, pen.y)
    })
    pen.y += heightOf(one)
  }
  pen.y += gap
}

function drawTexts(pen: Pen): void {
  for (const { title, text } of pen.paper.texts) {
    if (title) {
      const head = measured(pen, title, { font: 'bold', size: 9, color: dim })
      makeRoom(pen, head.height + 30)
      tag(pen, pen.root, 'H2', () => put(pen, head, pen.y))
      pen.y += head.height + 2
    }
    for (const paragraph of text.split('\n')) {
      const block = measured(pen, paragraph)
      makeRoom(pen, Math.min(block.height, page.bottom - page.top))
      tag(pen, pen.root, 'P', () => put(pen, block, pen.y))
      pen.y += block.height + 2
    }
    pen.y += gap
  }
}

function drawFeet(pen: Pen): void {
  const { start, count } = pen.doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    pen.doc.switchToPage(start + at)
    const text = pen.paper.foot.replace('{page}', String(at + 1)).replace('{pages}', String(count))
    pen.doc.markContent('Artifact', { type: 'Pagination' } as never)
    put(pen, measured(pen, text, { size: 8.5, color: dim }), page.bottom + 20)
    pen.doc.endMarkedContent()
  }
}
