/** A cell as text a spreadsheet shows and never runs: what could begin a formula gets an apostrophe. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'number' ? String(value) : /^[=+\-@\t\r\0]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A whole file: UTF-8 with its mark, so that spreadsheets read accents right, lines ended as the format asks. */
export const csvFile = (head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
