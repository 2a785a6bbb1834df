/** Days with calendar edge cases: `npm run test:days` runs on each. Times are in the demo business's zone. */
export const days: { why: string; days: string[] }[] = [
  {
    why: 'each day of a week',
    days: [
      '2027-04-12',
      '2027-04-13',
      '2027-04-14',
      '2027-04-15',
      '2027-04-16',
      '2027-04-17',
      '2027-04-18',
    ],
  },
  {
    why: 'the last day of each month',
    days: [
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
    ],
  },
  {
    why: 'days whose number is part of another: 5 in 15 and 25',
    days: ['2027-02-05', '2027-06-05', '2027-07-05', '2027-03-25', '2027-08-25', '2027-10-25'],
  },
  {
    why: 'five and six weeks before a month of such days, the weeks that journeys work in',
    days: ['2026-11-23', '2027-05-17'],
  },
  {
    why: 'clocks are put forward',
    days: ['2027-02-22', '2027-03-13', '2027-03-13T23:30', '2027-03-14', '2027-03-15'],
  },
  {
    why: 'clocks are put back',
    days: [
      '2027-10-18',
      '2027-11-06',
      '2027-11-06T23:30',
      '2027-11-07',
      '2027-11-07T01:20',
      '2027-11-08',
    ],
  },
  { why: 'a leap year', days: ['2028-02-28', '2028-02-29', '2028-02-29T23:30', '2028-03-01'] },
  { why: 'a new year', days: ['2027-01-01', '2027-12-31T23:30', '2028-01-01', '2028-01-01T00:05'] },
  {
    why: 'near midnight, and in the evening, when it is tomorrow in Greenwich',
    days: ['2027-05-12T23:30', '2027-05-13T00:05', '2027-06-09T21:00'],
  },
]

/** Whether a moment is given and not only a day; all of them are at night. */
export const isNight = (day: string): boolean => day.includes('T')
