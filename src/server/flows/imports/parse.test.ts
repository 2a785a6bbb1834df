import { describe, expect, it } from 'vitest'
import { importLimits } from '../../../domain/flows/import.ts'
import { parseFile, Unreadable } from './parse.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
/** A byte for each character of a text that has none beyond Latin. */
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const utf16 = (text: string, endian: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(endian === 'le' ? bytes : bytes.swap16())
}
const cellsOf = (bytes: Uint8Array) => {
  const { headers, rows } = parseFile(bytes)
  return [headers, ...rows.map(({ cells }) => cells)]
}
function refusalOf(bytes: Uint8Array): string {
  try {
    parseFile(bytes)
  } catch (fault) {
    if (fault instanceof Unreadable) return fault.message
    throw fault
  }
  return 'read'
}

describe('the separator', () => {
  it.each([',', ';', '\t', '|'])('is %j', (one) => {
    expect(cellsOf(bytesOf(`Name${one}City\nAl${one}Cary\n`))).toEqual([
      ['Name', 'City'],
      ['Al', 'Cary'],
    ])
  })

  it.each<[string, string, string[]]>([
    ['what a line has most of', 'Name;Note;City\nAl;Hello, you;Cary', ['Al', 'Hello, you', 'Cary']],
    ['not what is in quotes', '"A, B, C, D";City\nAl;Cary', ['Al', 'Cary']],
    [
      'seen below a title of several cells',
      'My customers,exported today\n\nName,City\nAl,Cary',
      ['Al', 'Cary'],
    ],
    ['seen below a title of one cell', 'Customers\nName|City\nAl|Cary', ['Al', 'Cary']],
    ['the first of those as frequent', 'Name,a;b\nAl,Cary', ['Al', 'Cary']],
  ])('%s', (_, text, row) => expect(cellsOf(bytesOf(text)).at(-1)).toEqual(row))
})

describe('the headers', () => {
  const headersOf = (text: string) => parseFile(bytesOf(text)).headers
  const titles = (many: number) => 'My customers,exported today\n'.repeat(many)
  it.each<[string, string, string[]]>([
    ['one word above names', 'Name\nAl\nBo\n', ['Name']],
    ['below lines without a cell', '\n\nEmail\nal@example.com\n', ['Email']],
    ['below a title of one cell', 'Customers of 2026\nName,City\nAl,Cary\n', ['Name', 'City']],
    ['below the title of a list of names', 'Customer list\nName\nAl\n', ['Name']],
    ['below a title of four rows', `${titles(4)}Name,City\nAl,Cary\n`, ['Name', 'City']],
    [
      'not below what is too long for a title',
      `${titles(5)}Name,City\nAl,Cary\n`,
      ['My customers', 'exported today'],
    ],
    ['the first row with one known word', 'Who,City\nName,Email\nAl,b@c.de\n', ['Who', 'City']],
    ['not a later row with one known word', 'Who,When\nAl,City\nBo,Cary\n', ['Who', 'When']],
  ])('are %s', (_, text, headers) => expect(headersOf(text)).toEqual(headers))
})

describe('the encoding', () => {
  const text = 'Name,City\nZoë,Cary\n'
  const cut = [
    ['Name', 'City'],
    ['Zoë', 'Cary'],
  ]
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', bytesOf(text), 'utf-8'],
    ['UTF-8 with a mark', bytesOf(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`, 'le'), 'utf-16le'],
    ['big-endian UTF-16 with a mark', utf16(`\ufeff${text}`, 'be'), 'utf-16be'],
    ['UTF-16', utf16(text, 'le'), 'utf-16le'],
    ['big-endian UTF-16', utf16(text, 'be'), 'utf-16be'],
    ['Windows-1252', latin(text), 'windows-1252'],
  ])('%s', (_, bytes, encoding) => {
    expect(parseFile(bytes).encoding).toBe(encoding)
    expect(cellsOf(bytes)).toEqual(cut)
  })

  it('is doubted aloud if it is not Unicode', () => {
    const bytes = latin(text)
    expect(parseFile(bytes).remarks).toEqual([
      'The file is not in UTF-8, but in an older encoding. Check that accents look right.',
    ])
    expect(parseFile(bytesOf(text)).remarks).toEqual([])
  })
})

describe('of two old encodings the likelier is taken', () => {
  const decoders = {
    macintosh: new TextDecoder('macintosh'),
    'windows-1252': new TextDecoder('windows-1252'),
  }
  const written = (text: string, encoding: keyof typeof decoders) => {
    const codes = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++)
      codes.set(decoders[encoding].decode(Uint8Array.of(byte)), byte)
    return Uint8Array.from(Array.from(text, (letter) => codes.get(letter)!))
  }
  const names =
    'José Muñoz, Zoë Álvarez, García, Müller, Groß, François, Ægir Øst, O’Brien, João, Ñandú, Château d’If, Björk, Übler, Éloïse, Smith – Jones, “Buddy” Lee, Café • Bar, Ölaf, Ruíz, Íñigo, Bob’s Diner'
  it.each(
    names
      .split(', ')
      .flatMap((name) => [
        [name, 'macintosh' as const] as const,
        [name, 'windows-1252' as const] as const,
      ]),
  )('%s in %s', (name, encoding) => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(parseFile(written(`Name,City${end}${name},Cary${end}`, encoding))).toMatchObject({
        encoding,
        rows: [{ cells: [name, 'Cary'] }],
      })
  })
})

describe('rows', () => {
  it('are numbered as in a spreadsheet, and cut to their cells', () => {
    const text = 'Customers of 2026\n\nName,City\n Al , Cary\n,\n"Bo\nJr",Apex\nTotal,2\n'
    expect(parseFile(bytesOf(text))).toMatchObject({
      headers: ['Name', 'City'],
      rows: [
        { row: 4, cells: ['Al', 'Cary'] },
        { row: 6, cells: ['Bo\nJr', 'Apex'] },
      ],
    })
  })

  it.each(['Total', 'total:', 'TOTALS', 'Report total', 'Report Totals:'])('%s is none', (sum) => {
    expect(cellsOf(bytesOf(`Name,City\nAl,Cary\n,${sum}\n`))).toHaveLength(2)
  })
  it('a name that begins so is one', () => {
    expect(cellsOf(bytesOf('Name,City\nTotal Lawn,Cary\n'))).toHaveLength(2)
  })

  it('control characters are left out', () => {
    expect(cellsOf(bytesOf('Name,City\nA\u0007l,Ca\u007fry\n'))[1]).toEqual(['Al', 'Cary'])
  })

  it.each<[string, string, string[]]>([
    [
      'a header twice',
      'Name,name,City\nAl,Bo,Cary\n',
      ['Several columns have the same header: name.'],
    ],
    [
      'more of them than a sentence takes',
      'A,A,B,B,C,C,D,D,E,E,F,F\nAl,x,y\n',
      ['Several columns have the same header: a, b, c, d, e.'],
    ],
    [
      'one row too wide',
      'Name,City\nAl,Cary,NC\nBo,Apex,\n',
      ['1 row has more cells than there are headers.'],
    ],
    [
      'two rows too wide',
      'Name,City\nAl,Cary,NC\nBo,Apex,NC\n',
      ['2 rows have more cells than there are headers.'],
    ],
    ['columns without a header', 'Name,,City,\nAl,1,Cary,2\n', []],
    [
      'a last row that ends in the middle',
      'Name,City,State\nAl,Cary,NC\nBo,Ap',
      ['Row 3, the last one, has 2 of 3 cells. Check that the file was not cut off.'],
    ],
    [
      'an empty row that ends in the middle',
      'Name,City,State\n"Al","Cary","NC"\n"",""',
      ['The file ends within row 3, which is empty. Check that it was not cut off.'],
    ],
    ['an empty row at the end', 'Name,City,State\n"Al","Cary","NC"\n"","",""\n', []],
    [
      'a last cell that may go on',
      'Name,City\nAl,Cary\nBo,Ap',
      ['The file ends without a line break. Check that row 3, the last one, is complete.'],
    ],
    [
      'a last number that may go on',
      'Name,Price\nAl,45\nBo,12\nCy,12',
      ['The file ends without a line break. Check that row 4, the last one, is complete.'],
    ],
    [
      'a last name that another one starts with',
      'Name,City\nAl,Apexville\nBo,Apex\nCy,Apex',
      ['The file ends without a line break. Check that row 4, the last one, is complete.'],
    ],
    [
      'a last cell that is seldom empty',
      'Name,City\nAl,Cary\nBo,Apex\nCy,',
      ['The file ends without a line break. Check that row 4, the last one, is complete.'],
    ],
    ['no line break after a name that others have', 'Name,City\nAl,Cary\nBo,Cary', []],
    ['no line break after a ZIP code', 'Name,ZIP\nAl,27601\nBo,27602\nCy,27701', []],
    ['no line break after a price', 'Name,Price\nAl,$45.00\nBo,$52.00\nCy,$38.00', []],
    ['no line break after a cell that is often empty', 'Name,Note\nAl,\nBo,Dog\nCy,', []],
    ['no line break after a quotation mark', 'Name,City\nAl,Cary\nBo,"Apex, NC"', []],
    [
      'a card without its end',
      'BEGIN:VCARD\nFN:Al\nEND:VCARD\nBEGIN:VCARD\nFN:Bo\nTEL:919-234',
      ['The last contact card has no end. Check that the file was not cut off.'],
    ],
    ['rows that leave out what is empty', 'Name,City,State\nAl,Cary\nBo,Apex\n', []],
    [
      'one of them before a short last row',
      'Name,City,State\nAl,Cary,NC\nBo,Apex\nCy,Durham\n',
      [],
    ],
    [
      'a short last row below full ones',
      'Name,City,State\nAl,Cary,NC\nBo,Apex,NC\nCy,Durham\n',
      ['Row 4, the last one, has 2 of 3 cells. Check that the file was not cut off.'],
    ],
  ])('%s', (_, text, remarks) => expect(parseFile(bytesOf(text)).remarks).toEqual(remarks))
})

describe('a contact card', () => {
  it.each([
    ['as it is', 'NOTE:Row =41, gate 5=C3', 'Row =41, gate 5=C3'],
    ['what is quoted', 'NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB', 'Zoë'],
    [
      'what is quoted on several lines',
      'NOTE;ENCODING=QUOTED-PRINTABLE:Gate 5=\n by the barn, =C3=\n=84rger with the dog=\r\n!',
      'Gate 5 by the barn, Ärger with the dog!',
    ],
    ['a picture that ends in equals signs', 'PHOTO;ENCODING=BASE64:AA==\nNOTE:Dog', 'Dog'],
  ])('says %s', (_, line, note) => {
    const [, row] = cellsOf(bytesOf(`BEGIN:VCARD\nFN:Al\n${line}\nEND:VCARD\n`))
    expect(row).toContain(note)
  })
})

describe('refused', () => {
  const wide = (columns: number) => Array.from({ length: columns }, (_, at) => `c${at}`).join(',')
  const cell = (length: number) => `Name,City\nAl,${'x'.repeat(length)}\n`
  const noise = (many: number) => `Name,City\nAl,${'\u0001'.repeat(many)}Cary\n`
  const excel =
    'This is an Excel or ZIP file. Open it, choose Save As and the type CSV, and upload that.'
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'This file is empty.'],
    ['an Excel file', Uint8Array.of(0x50, 0x4b, 3, 4), excel],
    ['an old Excel file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), excel],
    ['a PDF', bytesOf('%PDF-1.7'), 'This is a PDF. Export the list as a CSV file instead.'],
    [
      'a packed file',
      Uint8Array.of(0x1f, 0x8b, 8),
      'This file is compressed. Unpack it, and upload the CSV file in it.',
    ],
    ['one column', bytesOf('Weather\nAl\n'), 'This file has no columns. Is it a CSV file?'],
    ['a list of names', bytesOf('Name\nAl\n'), 'read'],
    [
      'a calendar',
      bytesOf('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'),
      'This is a calendar file (ICS). Export the list of customers as a CSV file instead.',
    ],
    [
      'a bank file',
      bytesOf('OFXHEADER:100\r\nDATA:OFXSGML\r\n'),
      'This is a file of bank transactions. It names no customers. Export the list of customers from the program that keeps them.',
    ],
    ['no rows', bytesOf('Name,City\n'), 'This file has headers, but no rows below them.'],
    [
      'no rows below a title of several cells',
      bytesOf('My customers,exported today\nName,City\n'),
      'This file has headers, but no rows below them.',
    ],
    ['a NUL', bytesOf('Name,City\nAl,C\0\n'), 'This file is not text. Choose a CSV file.'],
    ['20 control characters', bytesOf(noise(20)), 'read'],
    ['21 control characters', bytesOf(noise(21)), 'This file is not text. Choose a CSV file.'],
    ['1,000 columns', bytesOf(`${wide(1000)}\na,b\n`), 'read'],
    [
      '1,001 columns',
      bytesOf(`${wide(1001)}\na,b\n`),
      'This file has 1001 columns; at most 1,000 can be read.',
    ],
    ['a cell of 10,000 characters', bytesOf(cell(importLimits.cell)), 'read'],
    [
      'a cell of 10,001 characters',
      bytesOf(cell(importLimits.cell + 1)),
      'Row 2 has a cell of more than 10,000 characters.',
    ],
    [
      'a quotation mark that stays open',
      bytesOf('Name,City\nAl,Cary\nBo,"Apex\n'),
      'Row 3 does not end: a quotation mark there is never closed, or the row is far too long.',
    ],
  ])('%s', (_, bytes, said) => expect(refusalOf(bytes)).toBe(said))

  it('a row may have 256 kB: a quotation mark that stays open would take all that follows', () => {
    const row = (cells: number, cell: (n: number) => string) =>
      `${Array.from({ length: cells }, (_, n) => cell(n)).join(',')}\n`
    const wide = (cells: number) =>
      bytesOf(row(cells, (n) => `H${n}`) + row(cells, () => 'x'.repeat(importLimits.cell)))
    expect(parseFile(wide(26)).rows).toHaveLength(1)
    expect(refusalOf(wide(27))).toMatch(/^Row 2 does not end/)
  })
})
