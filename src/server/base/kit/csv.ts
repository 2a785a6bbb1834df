/** A money cell always has two decimals, and its minus sign does not count as a formula. */
export type CsvCell = string | number | { cents: number } | null

/**
 * A cell a spreadsheet shows as text and never runs: text that could start a formula gets an
 * apostrophe.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'object') return (value.cents / 100).toFixed(2)
  const text =
    typeof value === 'number' ? String(value) : /^[=+\-@\t\r\0]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A whole file: UTF-8 with a byte order mark, so that spreadsheets read accents correctly, and CRLF
 * line ends as the format requires.
 */
export const csvFile = (head: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

/** The same file piece by piece, so that its length does not matter. */
export async function* csvPieces(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  yield csvFile(head, [])
  for await (const rows of pages)
    yield rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}
