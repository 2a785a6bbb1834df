import { describe, expect, it } from 'vitest'
import { historyFields, readableChanges, recordKinds, type RecordKind } from './record-history.ts'

const names = { teams: new Map([['t1', 'North']]), moment: (iso: string) => `at ${iso}` }
type Row = Record<string, unknown>

describe('readableChanges', () => {
  it.each<[string, RecordKind, Row, Row, unknown]>([
    [
      'money, a date and a time of day',
      'visit',
      { price_cents: 4500, date: '2027-06-09', start_minutes: null },
      { price_cents: 7000, date: '2027-06-11', start_minutes: 570 },
      [
        { field: 'Date', from: 'June 9, 2027', to: 'June 11, 2027' },
        { field: 'Start', from: null, to: '9:30 AM' },
        { field: 'Price', from: '$45.00', to: '$70.00' },
      ],
    ],
    [
      'a team by its name',
      'customer',
      { team_id: 'gone' },
      { team_id: 't1' },
      [{ field: 'Team', from: 'a team that is gone', to: 'North' }],
    ],
    [
      'a secret only as changed',
      'customer',
      { gate_code: '•••' },
      { gate_code: '•••' },
      [{ field: 'Gate code', from: null, to: 'changed' }],
    ],
    [
      'a switch, a list and a status',
      'customer',
      { sms_opt_in: false, tags: [], status: 'lead' },
      { sms_opt_in: true, tags: ['dog', 'vip'], status: 'active' },
      [
        { field: 'Status', from: 'lead', to: 'active' },
        { field: 'Tags', from: null, to: 'dog, vip' },
        { field: 'Texts', from: 'no', to: 'yes' },
      ],
    ],
    ['nothing of a column nobody reads', 'invoice', { version: 1 }, { version: 2 }, []],
  ])('tells %s', (_name, record, before, after, changes) => {
    expect(readableChanges(record, before, after, names)).toEqual(changes)
  })
})

/** What the end of a column's name says of its values. */
const shapes = [
  [/_cents$/, /^money$/],
  [/_at$/, /^moment$/],
  [/(?:^|_)(?:date|on|until|start|end)$/, /^date$/],
  [/_minutes$/, /^(?:clock|minutes)$/],
] as const

it('every column reads as what the end of its name says', () => {
  const columns = recordKinds.flatMap((kind) => Object.entries(historyFields(kind)))
  const unlike = columns.filter(([name, [, shape = 'text']]) => {
    const [, wanted] = shapes.find(([end]) => end.test(name)) ?? []
    return wanted && !wanted.test(shape)
  })
  expect(unlike).toEqual([])
})
