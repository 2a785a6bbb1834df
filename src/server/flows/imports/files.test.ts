import { describe, expect, it } from 'vitest'
import type { ImportDoubt } from '../../../domain/flows/import.ts'
import { groupRows } from '../../../domain/flows/import-group.ts'
import { recognize } from '../../../domain/flows/import-recognize.ts'
import { rowReader } from '../../../domain/flows/import-rows.ts'
import { finished } from '../../../../test/finished.ts'
import { parseFile, Unreadable } from './parse.ts'

// Small exports of other programs, as they write them; all people are made up.

const googleOld = `Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title
Zoë Alvarez,Zoë,,Alvarez,,,,,,,,,,,,,,,,,,,,,,Gate on the left,,,* myContacts,* Home,zoe.g@import.example ::: zoe.work@import.example,,,Mobile,(919) 234-1001 ::: (919) 234-1002,Work,+1 919-234-1003,Home,"12 Elm St
Raleigh, NC 27601
US",12 Elm St,Raleigh,,NC,27601,US,,,,
Pat Moss,Pat,,Moss,,,,,,,,,,,,,,,,,,,,,,,,,* myContacts ::: Lawn,,pat.g@import.example,,,Other,919 234 1004,,,,,,,,,,,,,Moss Bakery,
`
const outlook = `First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Business Phone,Mobile Phone,Business Fax,Company,Job Title,Department,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Web Page,Birthday,Anniversary,Spouse,Notes,Categories
Jane,,Ruiz,,,,jane.o@import.example,jane2.o@import.example,,(919) 234-1006,,(919) 234-1007,,,,,16 Elm St,Raleigh,NC,27601,,,,,,,,,,,Two dogs,
Omar,,Lee,,,,omar.o@import.example,,,,(919) 234-1008,,,Lee Dental,,,,,,,,18 Elm St,Raleigh,NC,27601,,,,,,,
`
const quickbooksDesktop = `,Active Status,Customer,Balance,Balance Total,Company,Mr./Ms./...,First Name,M.I.,Last Name,Primary Contact,Main Phone,Fax,Alt. Phone,Secondary Contact,Job Title,Main Email,Bill to 1,Bill to 2,Bill to 3,Bill to 4,Bill to 5,Ship to 1,Ship to 2,Ship to 3,Ship to 4,Ship to 5,Customer Type,Terms,Rep,Sales Tax Code,Tax item,Resale Num,Account No.,Credit Limit,Job Status,Job Type,Job Description,Start Date,Projected End,End Date
,Active,"Abel, Ruth",420.00,420.00,,,Ruth,,Abel,Ruth Abel,919-234-1018,,919-234-1019,,,ruth.q@import.example,Ruth Abel,34 Elm St,"Raleigh, NC 27601",,,Ruth Abel,34 Elm St,"Raleigh, NC 27601",,,,Net 30,,,,,,,,,,,,
,Active,"Abel, Ruth:Lake House",0.00,0.00,,,Ruth,,Abel,,919-234-1018,,,,,ruth.q@import.example,Ruth Abel,34 Elm St,"Raleigh, NC 27601",,,Ruth Abel,8 Lake Rd,"Apex, NC 27502",,,,,,,,,,,,,,,,
,Not-active,"Gone, Gus",0.00,,,,Gus,,Gone,,919-234-1020,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
`
const xero = `*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,SAAttentionTo,SAAddressLine1,SAAddressLine2,SAAddressLine3,SAAddressLine4,SACity,SARegion,SAPostalCode,SACountry,PhoneNumber,FaxNumber,MobileNumber,DDINumber,SkypeName,BankAccountName,BankAccountNumber,TaxNumber,Website,LegalName,Discount
Nora Builders LLC,NOR001,nora.x@import.example,Nora,Dunn,,36 Elm St,,,,Raleigh,NC,27601,USA,,38 Oak Ave,,,,Cary,NC,27511,,919 234 1021,,919 234 1022,,,,,,,,
`
const wave = `customer_name,email,contact_first_name,contact_last_name,account_number,phone,mobile,country,province/state,address_line_1,address_line_2,city,postal_code/zip_code,shipping_address,ship-to_address_line_1,ship-to_city,ship-to_province/state,ship-to_postal_code/zip_code,delivery_instructions
Hank Wells,hank.w@import.example,Hank,Wells,,919-234-1013 x89,,United States,North Carolina,26 Elm St,Apt 4,Raleigh,27601,True,28 Oak Ave,Cary,North Carolina,27511,Code 4411 at the gate
Nora Plain,nora.w@import.example,Nora,Plain,,919-234-1032,,,,,,,,False,,,,,
`
const zoho = `Display Name,Company Name,First Name,Last Name,Phone,Notes,Status,Billing Address,Billing City,Billing State,Billing Code,Shipping Address,Shipping City,Shipping State,Shipping Code,EmailID,MobilePhone,Customer ID,Customer Name,Contact Type
Ivy Gardens,Ivy Gardens,Ivy,Stone,919-234-1014,,Active,30 Elm St,Raleigh,NC,27601,32 Oak Ave,Cary,NC,27511,ivy.z@import.example,9192341015,2520018000000073005,Ivy Gardens,customer
`
const housecall = `First Name,Last Name,Display Name,Mobile Number,Email,Tags,Notes,ID,Do Not Service,Address_1 Street Line 1,Address_1 Street Line 2,Address_1 City,Address_1 State,Address_1 Postal Code,Address_1 Billing?,Address_1 Notes
Rude,Guest,Rude Guest,9192341025,rude.h@import.example,,,cus_1,TRUE,48 Elm St,,Raleigh,NC,27601,true,
,,(919) 234-1026,9192341026,,,,cus_2,FALSE,50 Elm St,Raleigh NC 27601,,,,true,
`
const iphone = `BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iOS 13.3//EN
N:Wang;Jim;;;
FN:Jim Wang
item1.TEL;type=pref:+1 (919)234-1027
EMAIL;type=INTERNET;type=HOME:jim.v@import.example
ADR;type=HOME;type=pref:;;56 Elm St;Raleigh;NC;27601;United States
NOTE:Some notes\\, two
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:;Ann;;;
FN:Ann
TEL;type=CELL;type=VOICE;type=pref:(919) 234-1028
END:VCARD
`
const odoo = `Name,Is a Company,Related Company,Phone,Email,Street,City,State,Zip
Addison Olson,False,Deco Addict,919-234-1002,addison.o@import.example,,,,
Deco Addict,True,,919-234-1033,deco.o@import.example,77 Elm St,Raleigh,North Carolina,27601
`
const severalPlaces = `Name,Address,Address,Cell,Season,Service,Every,Next Date,End Date
Ann Lee,"12 Elm St, Raleigh, NC 27601; 14 Oak St, Cary, NC 27511",16 Ash St Apex NC 27502,H: 919-234-1040 C: 919-234-1041 (wife Kim),Apr-Oct,Mowing,26/yr,6/15/2027,10/31/2027
`
const namesOnly = `Name
Ann One
Bob Two
`
const bank = `Date,Description,Amount,Running Bal.
11/01/2026,"ZELLE FROM RUTH ABEL",55.00,1055.00
`

type Brought = {
  source: string
  customers: Record<string, unknown>[]
  doubts: string[]
}
/** The customers of a file, without what is empty, and what is said about them. */
function broughtBy(text: string): Brought {
  const { headers, rows } = parseFile(new TextEncoder().encode(text))
  const texts = rows.map(({ cells }) => cells)
  const known = recognize(headers, texts)
  const doubts: ImportDoubt[] = []
  const reader = rowReader(headers, known.mapping, known.source, doubts, texts)
  const read = rows.flatMap(({ row, cells }) => reader.customer(cells, row) ?? [])
  const { customers } = finished(groupRows(read, known.source, {}, doubts))
  return {
    source: known.source,
    customers: customers.map(({ name, email, phone, tags, notes, balances, places }) =>
      given({
        name,
        email,
        phone,
        tags,
        notes,
        balances,
        places: places.map(({ street, city, state, zip }) =>
          [street, city, state, zip].join(' · '),
        ),
      }),
    ),
    doubts: [...reader.questions, ...doubts].map(({ sentence }) => sentence),
  }
}

const given = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      Array.isArray(value) ? value.length : value !== null,
    ),
  )

const cases: [string, string, Brought][] = [
  [
    'Google Contacts',
    googleOld,
    {
      source: 'google',
      customers: [
        {
          name: 'Zoë Alvarez',
          email: 'zoe.g@import.example',
          phone: '+19192341001',
          notes: [
            'Gate on the left',
            'Other email: zoe.work@import.example',
            'Other phone: +19192341002, +19192341003',
          ],
          places: ['12 Elm St · Raleigh · NC · 27601'],
        },
        {
          name: 'Pat Moss',
          email: 'pat.g@import.example',
          phone: '+19192341004',
          tags: ['Lawn'],
          notes: ['Company: Moss Bakery'],
        },
      ],
      doubts: [],
    },
  ],
  [
    'Outlook',
    outlook,
    {
      source: 'outlook',
      customers: [
        {
          name: 'Jane Ruiz',
          email: 'jane.o@import.example',
          phone: '+19192341006',
          notes: ['Two dogs', 'Other email: jane2.o@import.example', 'Other phone: +19192341007'],
          places: ['16 Elm St · Raleigh · NC · 27601'],
        },
        {
          name: 'Omar Lee',
          email: 'omar.o@import.example',
          phone: '+19192341008',
          notes: ['Company: Lee Dental'],
          places: ['18 Elm St · Raleigh · NC · 27601'],
        },
      ],
      doubts: [],
    },
  ],
  [
    'QuickBooks Desktop',
    quickbooksDesktop,
    {
      source: 'quickbooks',
      customers: [
        {
          name: 'Ruth Abel',
          email: 'ruth.q@import.example',
          phone: '+19192341018',
          notes: ['Other phone: +19192341019', 'Billing address: 34 Elm St, Raleigh, NC 27601'],
          balances: [{ row: 2, cents: 42000, number: null, due_date: null, job_id: null }],
          places: ['34 Elm St · Raleigh · NC · 27601', '8 Lake Rd · Apex · NC · 27502'],
        },
      ],
      doubts: [
        'Most names have the last one first. What is right?',
        'Gus Gone is left out: Active Status is “Not-active”.',
      ],
    },
  ],
  [
    'Xero',
    xero,
    {
      source: 'xero',
      customers: [
        {
          name: 'Nora Builders LLC',
          email: 'nora.x@import.example',
          phone: '+19192341021',
          notes: [
            'Contact: Nora Dunn',
            'Other phone: +19192341022',
            'Billing address: 36 Elm St, Raleigh, NC 27601',
          ],
          places: ['38 Oak Ave · Cary · NC · 27511'],
        },
      ],
      doubts: [],
    },
  ],
  [
    'Wave',
    wave,
    {
      source: 'wave',
      customers: [
        {
          name: 'Hank Wells',
          email: 'hank.w@import.example',
          phone: '+19192341013;ext=89',
          notes: ['delivery_instructions: Code 4411 at the gate'],
          places: ['26 Elm St, Apt 4 · Raleigh · NC · 27601', '28 Oak Ave · Cary · NC · 27511'],
        },
        { name: 'Nora Plain', email: 'nora.w@import.example', phone: '+19192341032' },
      ],
      doubts: [],
    },
  ],
  [
    'Zoho',
    zoho,
    {
      source: 'zoho',
      customers: [
        {
          name: 'Ivy Gardens',
          email: 'ivy.z@import.example',
          phone: '+19192341014',
          notes: [
            'Contact: Ivy Stone',
            'Other phone: +19192341015',
            'Billing address: 30 Elm St, Raleigh, NC 27601',
          ],
          places: ['32 Oak Ave · Cary · NC · 27511'],
        },
      ],
      doubts: [],
    },
  ],
  [
    'Housecall Pro',
    housecall,
    {
      source: 'housecall_pro',
      customers: [
        {
          name: '(919) 234-1026',
          phone: '+19192341026',
          places: ['50 Elm St · Raleigh · NC · 27601'],
        },
      ],
      doubts: [
        'Rude Guest is left out: Do Not Service is “TRUE”.',
        'The name “(919) 234-1026” is a phone number.',
      ],
    },
  ],
  [
    'the contact cards of a phone',
    iphone,
    {
      source: 'other',
      customers: [
        {
          name: 'Jim Wang',
          email: 'jim.v@import.example',
          phone: '+19192341027',
          notes: ['Some notes, two'],
          places: ['56 Elm St · Raleigh · NC · 27601'],
        },
        { name: 'Ann', phone: '+19192341028' },
      ],
      doubts: [],
    },
  ],
  [
    'Odoo: a contact stays with its company, also above it',
    odoo,
    {
      source: 'odoo',
      customers: [
        {
          name: 'Deco Addict',
          email: 'deco.o@import.example',
          phone: '+19192341033',
          notes: ['Contact: Addison Olson, (919) 234-1002, addison.o@import.example'],
          places: ['77 Elm St · Raleigh · NC · 27601'],
        },
      ],
      doubts: [],
    },
  ],
  [
    'several addresses and numbers of a row',
    severalPlaces,
    {
      source: 'other',
      customers: [
        {
          name: 'Ann Lee',
          phone: '+19192341040',
          notes: ['Other phone: +19192341041', 'Cell: H: 919-234-1040 C: 919-234-1041 (wife Kim)'],
          places: [
            '12 Elm St · Raleigh · NC · 27601',
            '14 Oak St · Cary · NC · 27511',
            '16 Ash St · Apex · NC · 27502',
          ],
        },
      ],
      doubts: [],
    },
  ],
  [
    'a list of names',
    namesOnly,
    { source: 'other', customers: [{ name: 'Ann One' }, { name: 'Bob Two' }], doubts: [] },
  ],
]

describe('what a file of another program becomes', () => {
  it.each(cases)('%s', (_, text, brought) => expect(broughtBy(text)).toEqual(brought))

  it('a list of bank transactions names nobody, and that is said', () =>
    expect(() => broughtBy(bank)).toThrow(
      new Unreadable(
        'This is a list of bank transactions: no column names a customer. Export the list of customers from the program that keeps them.',
      ),
    ))

  it('a place of a QuickBooks customer is theirs, with nothing of its own but its address', () => {
    const [head = ''] = quickbooksDesktop.split('\n')
    const { customers } = broughtBy(
      [
        head,
        ',Active,Oak Park,10.00,10.00,,,,,,,919-234-1018,,,,,,Oak Park,34 Elm St,"Raleigh, NC 27601"',
        ',Active,Oak Park:Pool,5.00,5.00,,,,,,,,,,,,,,,,,,,8 Lake Rd,"Apex, NC 27502"',
      ].join('\n'),
    )
    expect(customers).toMatchObject([
      {
        name: 'Oak Park',
        balances: [{ cents: 1000 }, { cents: 500 }],
        places: ['34 Elm St · Raleigh · NC · 27601', '8 Lake Rd · Apex · NC · 27502'],
      },
    ])
  })
})
