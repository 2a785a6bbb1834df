import { expect, it } from 'vitest'
import { recognize } from './import-recognize.ts'
import { understoodColumns } from './import-understood.ts'

it('cells are shown as understood, and columns that are not read are named', () => {
  const headers = ['Name', 'How often', 'Start Date', 'Duration', 'Price', 'Shoe size']
  const rows = [
    ['Ann', '26/year', '13/12/2026', '1.5', '45', '9'],
    ['Bo', 'Weekly Apr-Oct', '08/12/2026', '90', '$50.00', ''],
    ['Cy', '2nd Tuesday', '', '', '', ''],
    ['Di', 'Paused weekly', '', '', '', ''],
  ]
  const { mapping } = recognize(headers, rows)
  expect(understoodColumns(headers, mapping, rows, null)).toEqual({
    columns: [
      {
        column: 'How often',
        at: 1,
        field: 'How often',
        examples: [
          { text: '26/year', read: 'Every 2 weeks' },
          { text: 'Weekly Apr-Oct', read: 'Weekly, April to October' },
          { text: '2nd Tuesday', read: 'Monthly on the 2nd Tuesday' },
        ],
      },
      {
        column: 'Start Date',
        at: 2,
        field: 'Next date',
        examples: [
          { text: '13/12/2026', read: 'Sunday, December 13, 2026' },
          { text: '08/12/2026', read: 'Tuesday, December 8, 2026' },
        ],
      },
      {
        column: 'Duration',
        at: 3,
        field: 'Minutes',
        examples: [
          { text: '1.5', read: null },
          { text: '90', read: expect.stringContaining('1') },
        ],
      },
      {
        column: 'Price',
        at: 4,
        field: 'Price',
        examples: [
          { text: '45', read: '$45.00' },
          { text: '$50.00', read: '$50.00' },
        ],
      },
    ],
    unread: ['Shoe size'],
  })
})
