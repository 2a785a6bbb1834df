import { describe, expect, it } from 'vitest'
import type { ImportDoubt } from './import.ts'
import { recognize } from './import-recognize.ts'
import { noAnswers } from './import-answers.ts'
import { rowReader } from './import-rows.ts'

/** Header rows as the programs write them. */
const files = {
  jobberClients:
    'J-ID,Created Date,Is Company?,Display Name,Company Name,Title,First Name,Last Name,Main Phone #s,Work Phone #s,Mobile Phone #s,Home Phone #s,Fax Phone #s,Other Phone #s,E-mails,Tags,Billing Street 1,Billing Street 2,Billing City,Billing State,Billing Country,Billing Zip code,Service Property Name,Service Street 1,Service Street 2,Service City,Service State,Service Country,Service Zip code,Text Message Enabled Phone #,Receives automatic visit reminders?,Archived,Lead Source,CFT[Dog],PFT[Gate]',
  jobberRecurring:
    'Client name,Client email,Client phone,Job #,Visit frequency,Scheduled start on,Scheduled end on,Visits assigned to,Service street,Service city,Service province,Service ZIP,Line items',
  jobberVisits:
    'Job #,Date,Times,Visit title,Client name,Client email,Client phone,Service street,Service city,Service province,Service ZIP,Visit completed date,Assigned to,Job type,Line items,One-off job ($),Visit based ($),Schedule duration',
  jobberOneOff:
    'Job #,Client name,Client email,Client phone,Title,Created date,Scheduled start date,Closed date,Billing street,Billing city,Service street,Service city,Service province,Service ZIP,Visits assigned to,Line items,Invoice #s,Quote #,Total revenue ($)',
  jobberInvoices:
    'Invoice #,Client name,Client email,Client phone,Subject,Status,Line items,Job #s,Pre-tax total ($),Total ($),Tip ($),Balance ($),Tax (%),Due date,Late by,Days to paid',
  jobberServices:
    'Name,Description,Category,Unit Price,Unit Cost,Bookable,Duration Minutes,Quantity Enabled,Minimum Quantity,Maximum Quantity,Taxable,Active',
  housecallCustomers:
    'First Name,Last Name,Display Name,Mobile Number,Home Number,Work Number,Email,Additional Emails,Company,Role,Tags,Notes,ID,Customer Type,Lead Source,Do Not Service,Bills to,Address_1 Street Line 1,Address_1 Street Line 2,Address_1 City,Address_1 State,Address_1 Postal Code,Address_1 Billing?,Address_1 Notes,Address_2 Street Line 1,Address_2 Street Line 2,Address_2 City,Address_2 State,Address_2 Postal Code,Address_2 Billing?,Address_2 Notes',
  housecallJobs:
    'Job #,Customer name,Job name,Job description,Job status,Job type,Job created date,Job scheduled start date,Job scheduled end date,Job amount,Due amount,Address,Street,City,State,Zipcode,Assigned employees,Customer email,Customer mobile number',
  yardbook:
    'contact_first_name,contact_last_name,business_name,email,phone,mobile,address_line1,address_line2,city,state,zip_code,payment_term,discount,tags',
  quickbooks:
    'Full Name,Company,Email,Phone,Mobile,Street,City,State,ZIP,Opening Balance,Opening Balance Date,Resale Number',
  quickbooksContacts:
    'Customer full name,Phone numbers,Email,Full name,Billing address,Shipping address',
  plainNames:
    'Display Name,Mobile Number,Address Street Line 1,Address Street Line 2,Address City,Address State,Address Postal Code',
  template:
    'Customer ID,Name,Email,Phone,Tags,Notes,Gate code,Address name,Street,City,State,ZIP,Service,Every,Next date,Start time,Minutes,Price,Team,Work notes,Open balance,Balance due',
  serviceAutopilot:
    'Account Number,First Name,Last Name,Company Name,Email,Home Phone,Cell Phone,Address,City,State,Zip,Balance,Notes,Service,Frequency,Start Date,Budgeted Hours',
} as const
const headersOf = (file: keyof typeof files): string[] => files[file].split(',')

describe('whose file it is', () => {
  it.each([
    ['jobberClients', 'jobber', 'Clients', false],
    ['jobberRecurring', 'jobber', 'Recurring jobs', true],
    ['jobberVisits', 'jobber', 'Visits', true],
    ['jobberOneOff', 'jobber', 'One-off jobs', true],
    ['jobberInvoices', 'jobber', 'Invoices', true],
    ['jobberServices', 'jobber', 'Products and services', false],
    ['housecallCustomers', 'housecall_pro', 'Customers', false],
    ['housecallJobs', 'housecall_pro', 'Jobs', true],
    ['yardbook', 'yardbook', 'Customers', false],
    ['quickbooks', 'quickbooks', 'Customers', false],
    ['template', 'fieldhive', 'Customers and their work', false],
    ['serviceAutopilot', 'other', null, false],
  ] as const)('%s', (file, source, holds, report) =>
    expect(recognize(headersOf(file))).toMatchObject({ source, holds, report }),
  )
})

/** Reads one row of a file, given by header. */
function rowOf(file: keyof typeof files, cells: Record<string, string>) {
  const headers = headersOf(file)
  for (const name of Object.keys(cells)) expect(headers).toContain(name)
  const { mapping, source } = recognize(headers)
  const doubts: ImportDoubt[] = []
  const reader = rowReader(headers, mapping, source, doubts)
  const texts = headers.map((name) => cells[name] ?? '')
  return {
    row: reader.isServices ? reader.service(texts, 2) : reader.customer(texts, 2),
    doubts: doubts.map(({ column, sentence }) => [column, sentence]),
  }
}

describe('a row', () => {
  it('of Jobber’s clients: one customer for all their properties, and a gate code is no company', () => {
    const { row, doubts } = rowOf('jobberClients', {
      'J-ID': '52_91',
      'Is Company?': 'false',
      'Display Name': 'Ann Lee',
      'Company Name': '#4411',
      'Main Phone #s': '(919) 555-2134; 919-555-2199',
      'E-mails': 'ann@x.com, work@x.com',
      Tags: 'VIP,dog',
      'Service Property Name': 'Lake house',
      'Service Street 1': '1 Lake Rd',
      'Service City': 'Fort Myers',
      'Service State': 'Florida (Pelican Preserve)',
      'Service Zip code': '33957 (Gulfside Place)',
      'CFT[Dog]': 'Rex',
    })
    expect(doubts).toEqual([])
    expect(row).toMatchObject({
      external_id: '52',
      name: 'Ann Lee',
      email: 'ann@x.com',
      phone: '+19195552134',
      tags: ['VIP', 'dog'],
      notes: ['Dog: Rex', 'Company: #4411', 'Other email: work@x.com', 'Other phone: +19195552199'],
      places: [{ label: 'Lake house', street: '1 Lake Rd', state: 'FL', zip: '33957' }],
    })
  })

  it('of Jobber’s recurring jobs', () =>
    expect(
      rowOf('jobberRecurring', {
        'Client name': 'Ann Lee',
        'Job #': '17',
        'Visit frequency': 'Every 2 weeks on Tuesdays',
        'Scheduled start on': 'Apr 07, 2026',
        'Line items': 'Mowing (1, $52.00)',
      }).row,
    ).toMatchObject({
      works: [
        {
          service: 'Mowing',
          price_cents: 5200,
          job_id: '17',
          next_date: '2026-04-07',
          cadence: { unit: 'week', interval: 2, weekdays: [2] },
        },
      ],
    }))

  it('of Jobber’s visits that is done has no work left', () =>
    expect(
      rowOf('jobberVisits', {
        'Client name': 'Ann Lee',
        'Visit title': 'Mowing',
        Date: 'Apr 07, 2026',
        'Visit completed date': 'Apr 07, 2026',
      }).row,
    ).toMatchObject({ name: 'Ann Lee', works: [] }))

  it('of Jobber’s invoices, and a credit is a doubt', () => {
    expect(
      rowOf('jobberInvoices', {
        'Invoice #': '88',
        'Client name': 'Ann Lee',
        'Balance ($)': '120.50',
        'Due date': 'Mar 01, 2026',
      }).row,
    ).toMatchObject({ balance: { cents: 12050, number: '88', due_date: '2026-03-01' } })
    const credit = rowOf('jobberInvoices', { 'Client name': 'Ann Lee', 'Balance ($)': '-5' })
    expect(credit).toMatchObject({
      row: { balance: null },
      doubts: [
        [
          'Balance ($)',
          'A credit is not imported. Give it to the customer afterward, on their page under Credits.',
        ],
      ],
    })
  })

  it.each(['Bad debt', 'Draft', 'Void'])(
    'of Jobber’s invoices that nobody has to pay: %s',
    (status) =>
      expect(
        rowOf('jobberInvoices', {
          'Client name': 'Ann Lee',
          Status: status,
          'Balance ($)': '120.50',
        }),
      ).toMatchObject({
        row: { balance: null },
        doubts: [['Status', `The invoice is “${status}”. Its balance is not imported.`]],
      }),
  )

  it('of Jobber’s products and services', () =>
    expect(
      rowOf('jobberServices', {
        Name: 'Mowing',
        Description: 'Weekly',
        'Unit Price': '45',
        'Duration Minutes': '30',
      }).row,
    ).toEqual({ row: 2, name: 'Mowing', about: 'Weekly', price_cents: 4500, minutes: 30 }))

  it('of Housecall Pro’s customers: numbered addresses, each with its notes', () =>
    expect(
      rowOf('housecallCustomers', {
        'Display Name': 'Bo Ray',
        ID: 'cus_1',
        'Mobile Number': '9195552134',
        'Address_1 Street Line 1': '1 Elm St',
        'Address_1 City': 'Durham',
        'Address_2 Street Line 1': '2 Pine St',
        'Address_2 Postal Code': '27705',
        'Address_2 Notes': 'Back gate',
      }).row,
    ).toMatchObject({
      external_id: 'cus_1',
      places: [{ street: '1 Elm St' }, { street: '2 Pine St', zip: '27705' }],
      notes: ['2 Pine St: Back gate'],
    }))

  it('of Housecall Pro’s jobs: a canceled one is only its customer', () =>
    expect(
      rowOf('housecallJobs', {
        'Customer name': 'Bo Ray',
        'Job name': 'Windows',
        'Job status': 'user canceled',
        'Job scheduled start date': '2026-05-01',
      }).row,
    ).toMatchObject({ name: 'Bo Ray', works: [] }))

  it('of Yardbook and QuickBooks', () => {
    expect(
      rowOf('yardbook', {
        contact_first_name: 'Cy',
        contact_last_name: 'Oak',
        business_name: 'Oak LLC',
        mobile: '919.555.2134',
        zip_code: '2139',
      }).row,
    ).toMatchObject({ name: 'Cy Oak', notes: ['Company: Oak LLC'], places: [{ zip: '02139' }] })
    expect(
      rowOf('quickbooks', {
        'Full Name': 'Oak LLC',
        Company: 'Oak LLC',
        'Opening Balance': '1,000.00',
      }).row,
    ).toMatchObject({ name: 'Oak LLC', notes: [], balance: { cents: 100000, number: null } })
  })

  it('of QuickBooks’ contact list: its address is in one cell', () =>
    expect(
      rowOf('quickbooksContacts', {
        'Customer full name': 'Oak LLC',
        'Phone numbers': '(919) 555-2134',
        'Billing address': '1 Elm St, Raleigh NC 27601',
      }),
    ).toMatchObject({
      row: {
        name: 'Oak LLC',
        phone: '+19195552134',
        places: [{ street: '1 Elm St', city: 'Raleigh', state: 'NC', zip: '27601' }],
      },
      doubts: [],
    }))

  it('of a file nobody knows: more ways to name a column', () =>
    expect(
      rowOf('plainNames', {
        'Display Name': 'Di Fox',
        'Mobile Number': '9195552134',
        'Address Street Line 1': '1 Elm St',
        'Address City': 'Raleigh',
        'Address State': 'NC',
        'Address Postal Code': '27601',
      }).row,
    ).toMatchObject({
      phone: '+19195552134',
      places: [{ street: '1 Elm St', city: 'Raleigh', state: 'NC', zip: '27601' }],
    }))

  it('of a file nobody knows is guessed', () =>
    expect(
      rowOf('serviceAutopilot', {
        'Account Number': '9',
        'First Name': 'Di',
        'Last Name': 'Fox',
        'Cell Phone': '9195552134',
        Balance: '$20.00',
      }).row,
    ).toMatchObject({ external_id: '9', name: 'Di Fox', balance: { cents: 2000 } }))

  it.each([
    ['1.5', 90],
    ['0.75', 45],
    ['1:30', 90],
    ['40 min', 40],
  ])('with a duration in hours: %s', (hours, duration_minutes) =>
    expect(
      rowOf('serviceAutopilot', {
        'First Name': 'Di',
        Service: 'Mowing',
        Frequency: 'Weekly',
        'Start Date': '4/7/2026',
        'Budgeted Hours': hours,
      }).row,
    ).toMatchObject({ works: [{ duration_minutes }] }),
  )

  it.each([
    [{ Email: 'bob@' }, 'Email', '“bob@” is not an email address. It is left out.'],
    [{ Phone: '0000000000' }, 'Phone', '“0000000000” is not a phone number. It is left out.'],
    [
      { Street: '1 Elm', State: 'Ontario' },
      null,
      '“Ontario” is not a state we know. The address is kept without it.',
    ],
    [
      { Service: 'Mowing', Every: 'whenever', 'Next date': '2026-04-07' },
      'Every',
      '“whenever” is no interval we know. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: 'Paused weekly', 'Next date': '2026-04-07' },
      'Every',
      '“Paused weekly” has words we cannot read: “paused”. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: '2 per month', 'Next date': '2026-04-07' },
      'Every',
      '“2 per month” is several visits in one month, without their days. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: 'weekly, 26/yr', 'Next date': '2026-04-07' },
      'Every',
      '“weekly, 26/yr” says two things about how often. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: 'weekly in summer', 'Next date': '2026-06-02' },
      'Every',
      '“weekly in summer” is read with summer as June to August. Check the months.',
    ],
    [
      { Service: 'Mowing', Every: 'weekly' },
      null,
      'No next date is given. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: 'weekly', 'Next date': 'soon' },
      'Next date',
      '“soon” is no date. This work is not put on the schedule.',
    ],
    [
      { Service: 'Mowing', Every: 'weekly', 'Next date': '2026-04-07', Price: 'cheap' },
      'Price',
      '“cheap” is no price. The service’s price is used.',
    ],
    [{ 'Open balance': 'much' }, 'Open balance', '“much” is no amount. No balance is imported.'],
  ])('in doubt: %o', (cells, column, sentence) =>
    expect(rowOf('template', { Name: 'Ann', ...cells }).doubts).toEqual([[column, sentence]]),
  )

  it('without a name is called by its e-mail address; without anything it is none', () => {
    expect(rowOf('template', { Email: 'ann@x.com' })).toMatchObject({
      row: { name: 'ann@x.com' },
      doubts: [[null, 'This row has no name. “ann@x.com” is used as the name.']],
    })
    expect(rowOf('template', { Tags: 'x' }).row).toBeNull()
  })
})

describe('days of a column', () => {
  it.each([
    [
      ['13/12/2026', '08/12/2026'],
      ['2026-12-13', '2026-12-08'],
      ['08/12/2026', 'day_first'],
    ],
    [['13/12/2026', '12/14/2026'], ['2026-12-13', '2026-12-14'], null],
    [['4/5/2027', '4/25/2027'], ['2027-04-05', '2027-04-25'], null],
    [
      ['4/5/2027', '6/7/2027'],
      ['2027-04-05', '2027-06-07'],
      ['4/5/2027', 'month_first'],
    ],
  ])('%o are read in one order, and it is asked where they leave it open', (days, dates, open) => {
    const headers = ['Name', 'Service', 'Frequency', 'Start Date']
    const rows = days.map((day) => ['Ann', 'Mowing', 'weekly', day])
    const { mapping, source } = recognize(headers, rows)
    const doubts: ImportDoubt[] = []
    const reader = rowReader(headers, mapping, source, doubts, rows)
    const read = rows.flatMap((cells, at) => reader.customer(cells, at + 2)!.works)
    expect(read.map(({ next_date }) => next_date)).toEqual(dates)
    expect(doubts).toEqual([])
    expect(reader.questions.map(({ sentence, answer }) => [sentence, answer])).toEqual(
      open ? [[`Start Date: which day is ${open[0]}?`, open[1]]] : [],
    )
  })
})

describe('names with the last one first', () => {
  const read = (names: string[], turns_names?: boolean) => {
    const rows = names.map((name) => [name, 'x'])
    const doubts: ImportDoubt[] = []
    const { mapping, source } = recognize(['Name', 'Notes'])
    const answers = { ...noAnswers, ...(turns_names === undefined ? {} : { turns_names }) }
    const reader = rowReader(['Name', 'Notes'], mapping, source, doubts, rows, answers)
    const customers = rows.map((cells, at) => reader.customer(cells, at + 2)!.name)
    return {
      customers,
      asked: reader.questions.map(({ choices }) => choices.map((one) => one.label)),
    }
  }
  const turned = ['Smith, John', 'Lee, Ann & Bo', 'Oak Lawns, LLC', 'Diaz, Eva']
  it('are turned round if most are so, companies stay, and it is asked', () =>
    expect(read(turned)).toEqual({
      customers: ['John Smith', 'Ann & Bo Lee', 'Oak Lawns, LLC', 'Eva Diaz'],
      asked: [['John Smith', 'Smith, John']],
    }))
  it('stay as they are if the office says so', () =>
    expect(read(turned, false).customers).toEqual(turned))
  it('stay as they are if few are so, and it is asked', () =>
    expect(read(['Smith, John', 'Ann Lee', 'Bo Ray'])).toEqual({
      customers: ['Smith, John', 'Ann Lee', 'Bo Ray'],
      asked: [['John Smith', 'Smith, John']],
    }))
})

it.each([
  ['Do Not Service', 'archived'],
  ['Inactive', 'archived'],
  ['Shipping Address', null],
  ['Notes', null],
])('a column of yes and no called %s is %s', (header, field) =>
  expect(recognize(['Name', header], [['Ann', 'TRUE']]).mapping[1]?.field ?? null).toBe(field),
)
