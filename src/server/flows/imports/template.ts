import { csvFile } from '../../base/kit/csv.ts'

const columns = [
  'Customer ID',
  'Name',
  'Email',
  'Phone',
  'Tags',
  'Notes',
  'Gate code',
  'Address name',
  'Street',
  'City',
  'State',
  'ZIP',
  'Service',
  'Every',
  'Next date',
  'Start time',
  'Minutes',
  'Price',
  'Team',
  'Work notes',
  'Open balance',
  'Balance due',
]

/** Our own columns, with a customer who has two addresses to show how. */
export function importTemplate(next_date: string): string {
  const place = ['Home', '12 Oak St', 'Durham', 'NC', '27701']
  const other = ['Rental', '9 Pine Ave', 'Durham', 'NC', '27705']
  const who = ['1', 'Ann Example', 'ann@example.com', '(919) 555-0134', 'front gate, dog']
  return csvFile(columns, [
    [
      ...who,
      'Likes Tuesdays',
      '1234',
      ...place,
      'Mowing',
      '2 weeks',
      next_date,
      '9:00 AM',
      '45',
      '52.00',
      '',
      '',
      '52.00',
      '',
    ],
    [
      ...who,
      '',
      '',
      ...other,
      'Mowing',
      'month',
      next_date,
      '',
      '30',
      '38.00',
      '',
      'Side gate',
      '',
      '',
    ],
  ])
}
