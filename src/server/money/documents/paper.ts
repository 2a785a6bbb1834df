type Column = { title: string; width: number; right?: boolean }
/** A cell's text, and a smaller line below it. */
type Cell = string | { text: string; small: string }

/** A document as it is drawn: words and sums are settled, so it can go to another thread. */
export type Paper = {
  locale: 'en-US' | 'es-US'
  /** In the reader's list of files and as the window's title. */
  title: string
  file: string
  /** ISO 8601. The same paper with the same date gives the same bytes. */
  made_at: string
  heading: string
  from: { name: string; lines: string[] }
  logo: { bytes: Uint8Array; width: number; height: number; alt: string } | null
  color: string
  facts: [label: string, value: string][]
  blocks: { title: string; lines: string[] }[]
  columns: Column[]
  rows: Cell[][]
  sums: { label: string; value: string; strong?: boolean }[]
  texts: { title: string | null; text: string }[]
  /** The foot of each page; `{page}` and `{pages}` are filled in. */
  foot: string
}
