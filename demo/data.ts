import type { Industry } from '../src/domain/onboarding.ts'
import type { Pattern } from '../src/domain/cadence.ts'
import type { Role } from '../src/domain/roles.ts'

/** The password of every demo account. */
export const worldPassword = 'fieldhive-demo'

export const platformPeople = [
  { email: 'admin@fieldhive.example', name: 'Ada Minter', role: 'admin' },
  { email: 'sales@fieldhive.example', name: 'Sal Esposito', role: 'sales' },
] as const

export type WorldService = {
  key: string
  name: string
  description: string
  price_cents: number
  minutes: number
  crew?: number
  active?: false
}
type Known = Partial<Record<'team' | 'phone' | 'email', string>>
export type WorldPerson = { key: string; name: string; role: Role } & Known
/** A customer's work; `day` counts from today to a date in its pattern. */
export type WorldWork = {
  service: string
  pattern: Pattern
  interval?: number
  day: number
  time?: number
  team?: string | null
  price_cents?: number
  notes?: string
}
/** What happened to a visit; the date counts from today. */
export type WorldVisit = {
  day: number
  is: 'completed' | 'skipped' | 'in_progress' | 'moved'
  to?: number
  invoice?:
    | 'draft'
    | 'open'
    | 'sent'
    | 'paid'
    | 'failed'
    | 'refunded'
    | 'partially_refunded'
    | 'processing'
    | 'void'
    | 'uncollectible'
    | 'cash'
}
export type WorldCustomer = {
  key: string
  name: string
  email: string
  phone: string
  street: string
  zip: string
  city?: string
  status: 'lead' | 'active' | 'paused' | 'archived'
  team?: string
  tags?: string[]
  /** The customer who referred them; must come earlier in the list. */
  referred_by?: string
  signs_in?: true
  method?: 'pm_card_visa' | 'pm_card_mastercard' | 'pm_card_chargeCustomerFail' | 'pm_usBankAccount'
  autopay?: true
  work?: WorldWork[]
  visits?: WorldVisit[]
  request?: { action: 'reschedule' | 'cancel'; day: number; reason: string }
  note?: string
  frequency?: 'weekly' | 'biweekly' | 'monthly' | 'once'
  services?: string[]
}

export type WorldOrganization = {
  key: string
  name: string
  slug: string
  domain: string
  industry: Industry
  street: string
  city: string
  state: string
  zip: string
  phone: string
  website: string
  hours: [open: number, close: number][] // Sunday first; [0, 0] is closed
  teams: string[]
  people: WorldPerson[]
  services: WorldService[]
  customers: WorldCustomer[]
  events: {
    title: string
    day: number
    time: number | null
    minutes: number
    team?: string
    notes?: string
  }[]
}

const at = (hours: number, minutes = 0): number => hours * 60 + minutes

export const greenAcres: WorldOrganization = {
  key: 'green',
  name: 'Green Acres Lawn Care',
  slug: 'green-acres',
  domain: 'green-acres.example',
  industry: 'Lawncare',
  street: '410 Fayetteville St',
  city: 'Raleigh',
  state: 'NC',
  zip: '27601',
  phone: '(919) 555-0140',
  website: 'https://green-acres.example',
  hours: [
    [0, 0],
    [at(7, 30), at(17, 30)],
    [at(7, 30), at(17, 30)],
    [at(7, 30), at(17, 30)],
    [at(7, 30), at(17, 30)],
    [at(7, 30), at(17)],
    [at(8), at(13)],
  ],
  teams: ['North Crew', 'South Crew', 'West Crew'],
  people: [
    { key: 'owner', name: 'Dana Green', role: 'owner', phone: '(919) 555-0141' },
    { key: 'manager', name: 'Morgan Ellis', role: 'manager', phone: '(919) 555-0142' },
    {
      key: 'leader',
      name: 'Luis Ortega',
      role: 'crew_leader',
      team: 'North Crew',
      phone: '(919) 555-0143',
    },
    {
      key: 'crew',
      name: 'Cam Reyes',
      role: 'crew_member',
      team: 'North Crew',
      phone: '(919) 555-0144',
    },
    { key: 'payee', name: 'Paula Yates', role: 'payee' },
    {
      key: 'south-leader',
      name: 'Sofia Lind',
      role: 'crew_leader',
      team: 'South Crew',
      phone: '(919) 555-0145',
    },
    {
      key: 'west-crew',
      name: 'Will Tran',
      role: 'crew_member',
      team: 'West Crew',
      phone: '(919) 555-0146',
    },
    { key: 'spare', name: 'Sam Okafor', role: 'crew_member' },
  ],
  services: [
    {
      key: 'mowing',
      name: 'Mowing',
      description: 'Mow, trim the edges and blow the paths clean.',
      price_cents: 4500,
      minutes: 45,
      crew: 2,
    },
    {
      key: 'edging',
      name: 'Edging & trimming',
      description: 'Crisp edges along beds, walks and drive.',
      price_cents: 2500,
      minutes: 30,
      crew: 1,
    },
    {
      key: 'fertilization',
      name: 'Fertilization',
      description: 'Slow-release feed for the season.',
      price_cents: 6500,
      minutes: 40,
      crew: 1,
    },
    {
      key: 'hedges',
      name: 'Hedge trimming',
      description: 'Hedges and shrubs to shape, clippings taken away.',
      price_cents: 8000,
      minutes: 90,
      crew: 2,
    },
    {
      key: 'leaves',
      name: 'Leaf removal',
      description: 'Leaves gathered and hauled off.',
      price_cents: 12000,
      minutes: 120,
      crew: 3,
    },
    {
      key: 'aeration',
      name: 'Aeration & overseeding',
      description: 'Core aeration with fresh seed. Autumn only.',
      price_cents: 18500,
      minutes: 150,
      crew: 2,
      active: false,
    },
  ],
  customers: [
    {
      key: 'casey',
      name: 'Casey Walker',
      email: 'customer@green-acres.example',
      phone: '(919) 555-0101',
      street: '1203 Hillsborough St',
      zip: '27603',
      status: 'active',
      team: 'North Crew',
      signs_in: true,
      method: 'pm_card_visa',
      autopay: true,
      tags: ['gate code', 'dog'],
      work: [
        { service: 'mowing', pattern: 'weekly', day: 0, time: at(9) },
        { service: 'fertilization', pattern: 'every_x_months', interval: 2, day: 5, time: at(11) },
      ],
      visits: [
        { day: -21, is: 'completed', invoice: 'paid' },
        { day: -14, is: 'completed', invoice: 'paid' },
        { day: -7, is: 'completed', invoice: 'partially_refunded' },
      ],
      note: 'Side gate sticks: lift and push.',
    },
    {
      key: 'declan',
      name: 'Declan Price',
      email: 'declined@green-acres.example',
      phone: '(919) 555-0102',
      street: '77 Oberlin Rd',
      zip: '27605',
      status: 'active',
      team: 'North Crew',
      signs_in: true,
      method: 'pm_card_chargeCustomerFail',
      autopay: true,
      work: [{ service: 'mowing', pattern: 'weekly', day: 0, time: at(10, 30) }],
      visits: [{ day: -7, is: 'completed', invoice: 'failed' }],
    },
    {
      key: 'harper',
      name: 'Harper Nguyen',
      email: 'harper.nguyen@mail.example',
      phone: '(919) 555-0103',
      street: '2210 Glenwood Ave',
      zip: '27608',
      status: 'active',
      team: 'North Crew',
      method: 'pm_card_mastercard',
      autopay: true,
      work: [{ service: 'mowing', pattern: 'every_x_weeks', interval: 2, day: 0, time: at(13) }],
      visits: [{ day: -14, is: 'completed', invoice: 'paid' }],
    },
    {
      key: 'quinn',
      name: 'Quinn Abara',
      email: 'quinn.abara@mail.example',
      phone: '(919) 555-0104',
      street: '58 Peace St',
      zip: '27604',
      status: 'active',
      team: 'South Crew',
      method: 'pm_card_visa',
      work: [
        { service: 'hedges', pattern: 'monthly', day: 0, time: at(8, 30), team: 'South Crew' },
        { service: 'mowing', pattern: 'weekly', day: 2, time: at(9) },
      ],
      request: {
        action: 'reschedule',
        day: 2,
        reason: 'The pool people come that morning. Friday would be better.',
      },
    },
    {
      key: 'rosa',
      name: 'Rosa Delgado',
      email: 'rosa.delgado@mail.example',
      phone: '(919) 555-0105',
      street: '919 New Bern Ave',
      zip: '27601',
      status: 'active',
      team: 'South Crew',
      work: [{ service: 'mowing', pattern: 'weekly', day: 0, time: at(11) }],
      visits: [
        { day: 0, is: 'skipped' },
        { day: -7, is: 'completed', invoice: 'sent' },
        { day: -14, is: 'completed', invoice: 'cash' },
      ],
    },
    {
      key: 'theo',
      name: 'Theo Brandt',
      email: 'theo.brandt@mail.example',
      phone: '(919) 555-0106',
      street: '14 Boylan Ave',
      zip: '27603',
      status: 'active',
      team: 'West Crew',
      work: [
        { service: 'leaves', pattern: 'once', day: 0, team: 'West Crew' },
        { service: 'mowing', pattern: 'weekly', day: 1, time: at(14) },
      ],
      visits: [{ day: -6, is: 'completed', invoice: 'open' }],
      request: { action: 'cancel', day: 1, reason: 'Having the lawn re-sown this week.' },
    },
    {
      key: 'ivy',
      name: 'Ivy Castellano',
      email: 'ivy.castellano@mail.example',
      phone: '(919) 555-0107',
      street: '631 Dorothea Dr',
      zip: '27603',
      status: 'active',
      referred_by: 'casey',
      work: [{ service: 'edging', pattern: 'weekly', day: 0, time: at(15), team: null }],
      visits: [
        { day: -7, is: 'completed', invoice: 'draft' },
        { day: -14, is: 'completed', invoice: 'void' },
      ],
    },
    {
      key: 'noah',
      name: 'Noah Feld',
      email: 'noah.feld@mail.example',
      phone: '(919) 555-0108',
      street: '3301 Wade Ave',
      zip: '27607',
      status: 'active',
      team: 'West Crew',
      method: 'pm_usBankAccount',
      autopay: true,
      work: [{ service: 'mowing', pattern: 'weekly', day: 3, time: at(10) }],
      visits: [
        { day: -4, is: 'completed', invoice: 'processing' },
        { day: -11, is: 'completed', invoice: 'uncollectible' },
      ],
    },
    {
      key: 'uma',
      name: 'Uma Patel',
      email: 'uma.patel@mail.example',
      phone: '(919) 555-0109',
      street: '805 Brookside Dr',
      zip: '27604',
      status: 'paused',
      team: 'South Crew',
      work: [{ service: 'mowing', pattern: 'weekly', day: 4, time: at(9) }],
      visits: [{ day: -24, is: 'completed', invoice: 'refunded' }],
      method: 'pm_card_visa',
    },
    {
      key: 'lee',
      name: 'Lee Hartmann',
      email: 'lee.hartmann@mail.example',
      phone: '(919) 555-0110',
      street: '42 Lassiter Mill Rd',
      zip: '27609',
      status: 'lead',
      services: ['mowing', 'edging'],
      frequency: 'biweekly',
    },
    {
      key: 'mia',
      name: 'Mia Sorensen',
      email: 'mia.sorensen@mail.example',
      phone: '(919) 555-0111',
      street: '9 Falls River Ave',
      zip: '27614',
      status: 'lead',
      services: ['leaves'],
      frequency: 'once',
      tags: ['out_of_area'],
    },
    {
      key: 'otto',
      name: 'Otto Krämer',
      email: 'otto.kraemer@mail.example',
      phone: '(919) 555-0112',
      street: '128 Edenton St',
      zip: '27603',
      status: 'archived',
    },
  ],
  events: [
    {
      title: 'Blade sharpening at the shop',
      day: 0,
      time: at(16),
      minutes: 45,
      team: 'North Crew',
      notes: 'Bring both 21-inch decks.',
    },
    { title: 'Safety talk', day: 2, time: at(7, 30), minutes: 30 },
    { title: 'Truck inspection', day: 6, time: null, minutes: 60, team: 'South Crew' },
  ],
}
