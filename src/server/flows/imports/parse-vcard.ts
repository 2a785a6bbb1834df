/** What a contact card holds, in our template's words. */
const headers = [
  'Name',
  'First name',
  'Last name',
  'Company',
  'Email',
  'Phone',
  'Tags',
  'Notes',
  'Street',
  'City',
  'State',
  'ZIP',
]
type Column = (typeof headers)[number]

/** The contact cards of a phone or an address book as a table; several of one kind as a list in its cell. */
export function tableOfCards(text: string): string[][] {
  // A line that begins with a blank goes on with the one before, as does what is quoted up to a last equals sign.
  const lines = joined(text)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n|\r/)
  const rows: string[][] = [headers]
  let card = new Map<Column, string[]>()
  const end = () => {
    rows.push(headers.map((column) => card.get(column)?.join(' ::: ') ?? ''))
    card = new Map()
  }
  for (const line of lines) {
    const [, name = '', options = '', value = ''] =
      /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? []
    const field = name.toUpperCase()
    if (field === 'END' || (field === 'BEGIN' && card.size)) end()
    const text = /QUOTED-PRINTABLE/i.test(options) ? unquoted(value) : value
    for (const [column, cell] of cellsOf(field, text))
      // The parts of several addresses stay side by side.
      if (cell || field === 'ADR') card.set(column, [...(card.get(column) ?? []), cell])
  }
  // The end of the last one may be cut off.
  if (card.size) end()
  return rows
}

/** The text with each value in quoted-printable on one line. */
const joined = (text: string): string =>
  text.replace(/^[^:\r\n]*QUOTED-PRINTABLE[^:\r\n]*:(?:.*=\r?\n)+/gim, (lines) =>
    lines.replace(/=\r?\n/g, ''),
  )

function cellsOf(field: string, value: string): [Column, string][] {
  const parts = value.split(/(?<!\\);/).map(plain)
  switch (field) {
    case 'FN':
      return [['Name', plain(value)]]
    case 'N':
      return [
        ['First name', parts[1] ?? ''],
        ['Last name', parts[0] ?? ''],
      ]
    case 'ORG':
      return [['Company', parts[0] ?? '']]
    case 'EMAIL':
      return [['Email', plain(value)]]
    case 'TEL':
      return [['Phone', plain(value).replace(/^tel:/i, '')]]
    case 'CATEGORIES':
      return [['Tags', plain(value)]]
    case 'NOTE':
      return [['Notes', plain(value)]]
    case 'ADR':
      return [
        ['Street', [parts[2], parts[1]].filter(Boolean).join(', ')],
        ['City', parts[3] ?? ''],
        ['State', parts[4] ?? ''],
        ['ZIP', parts[5] ?? ''],
      ]
    default:
      return []
  }
}

const plain = (text: string): string =>
  text
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .trim()

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
