/** An amount of money among the cells: always two decimals, and its minus sign is no formula. */
export type CsvCell = string | number | { cents: number } | null

/** A cell as text a spreadsheet shows and never runs: what could begin a formula gets an apostrophe. */
export function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'object') return (value.cents / 100).toFixed(2)
  const text =
    typeof value === 'number' ? String(value) : /^[=+\-@\t\r\0]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A whole file: UTF-8 with its mark, so that spreadsheets read accents right, lines ended as the format asks. */
export const csvFile = (head: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
