/** How a customer pays: at once, some days later, too late, or with a card that is declined. */
export type Way = 'card' | 'bank' | 'check' | 'cash' | 'late' | 'declines'

export type FullerCustomer = {
  name: string
  street: string
  city: string
  zip: string
  way: Way
  without?: 'email' | 'phone'
  price_cents?: number
  note?: string
  tags?: string[]
}

/** Who the main business works for besides the few everybody knows; the first ones get one invoice for each period. */
export const fullerCustomers: FullerCustomer[] = [
  { name: 'Adaeze Okonkwo', street: '1816 Bernard St', city: 'Raleigh', zip: '27608', way: 'card' },
  {
    name: 'Siobhán O’Connor',
    street: '2104 Fairview Rd',
    city: 'Raleigh',
    zip: '27608',
    way: 'bank',
  },
  {
    name: 'Brier Creek Commons Homeowners Association',
    street: '9400 Brier Creek Pkwy',
    city: 'Raleigh',
    zip: '27617',
    way: 'check',
    without: 'phone',
    price_cents: 18000,
    note: 'Invoices go to the treasurer. Clubhouse first, then the entrance on Brier Creek Parkway.',
    tags: ['company'],
  },
  {
    name: 'Guadalupe Hernández-Ibarra',
    street: '714 Bickett Blvd',
    city: 'Raleigh',
    zip: '27608',
    way: 'card',
    note: 'Prefiere mensajes en español.',
  },
  { name: 'Walter Pruitt', street: '3119 Eton Rd', city: 'Raleigh', zip: '27608', way: 'late' },
  { name: 'Renée Beaumont', street: '118 Taylor St', city: 'Raleigh', zip: '27607', way: 'bank' },
  {
    name: 'Marcus Tillery',
    street: '2512 Kilgore Ave',
    city: 'Raleigh',
    zip: '27607',
    way: 'card',
  },
  {
    name: 'Trinity Park Dental',
    street: '1011 W Markham Ave',
    city: 'Durham',
    zip: '27701',
    way: 'check',
    price_cents: 9500,
    tags: ['company'],
  },
  { name: 'Ngozi Eze', street: '907 Gattis St', city: 'Durham', zip: '27701', way: 'check' },
  {
    name: 'Tomás Villanueva',
    street: '1602 Glendale Ave',
    city: 'Durham',
    zip: '27701',
    way: 'bank',
  },
  {
    name: 'Hannah Lindqvist',
    street: '5508 Sweetbriar Dr',
    city: 'Raleigh',
    zip: '27609',
    way: 'card',
  },
  {
    name: 'Deacon Ray Whitfield',
    street: '1320 Oakwood Ave',
    city: 'Raleigh',
    zip: '27610',
    way: 'check',
    without: 'email',
  },
  { name: 'Priya Raghunathan', street: '212 Elm St', city: 'Raleigh', zip: '27604', way: 'late' },
  { name: 'Colm Ó Briain', street: '4021 Windel Dr', city: 'Raleigh', zip: '27609', way: 'check' },
  {
    name: 'Jasmine Holloway',
    street: '615 N Boundary St',
    city: 'Raleigh',
    zip: '27604',
    way: 'card',
  },
  { name: 'Étienne D’Amico', street: '1719 Park Dr', city: 'Raleigh', zip: '27605', way: 'cash' },
  {
    name: 'Mrs. Evelyn Montgomery-Fitzgerald',
    street: '2300 Lake Wheeler Rd',
    city: 'Raleigh',
    zip: '27603',
    way: 'check',
    without: 'email',
    note: 'Rings back before nine. Likes the blinds left alone.',
  },
  { name: 'Kwame Asante', street: '820 Hinsdale St', city: 'Raleigh', zip: '27605', way: 'card' },
  {
    name: 'Bjørn Halvorsen',
    street: '3408 Leonard St',
    city: 'Raleigh',
    zip: '27607',
    way: 'cash',
  },
  { name: 'Lucía Ferreira', street: '406 Cutler St', city: 'Raleigh', zip: '27603', way: 'card' },
  {
    name: 'Darnell Stokes',
    street: '1106 Martin St',
    city: 'Raleigh',
    zip: '27601',
    way: 'declines',
  },
  { name: 'Yuki Tanabe', street: '2717 Mayview Rd', city: 'Raleigh', zip: '27607', way: 'card' },
  {
    name: 'Old Oak Books & Coffee',
    street: '733 Ninth St',
    city: 'Durham',
    zip: '27705',
    way: 'check',
    price_cents: 6500,
    tags: ['company'],
  },
  {
    name: 'Fatima al-Rashid',
    street: '1908 Englewood Ave',
    city: 'Durham',
    zip: '27705',
    way: 'card',
  },
  {
    name: 'Grady Tuttle',
    street: '2620 Vesson Ave',
    city: 'Durham',
    zip: '27707',
    way: 'cash',
    without: 'email',
  },
  { name: 'Zoë Krüger', street: '1415 Acadia St', city: 'Durham', zip: '27701', way: 'check' },
  {
    name: 'Pete D’Angelo',
    street: '3700 Swarthmore Rd',
    city: 'Durham',
    zip: '27707',
    way: 'late',
  },
  { name: 'Imani Brooks', street: '518 Polk St', city: 'Raleigh', zip: '27604', way: 'card' },
  {
    name: 'Sean McAllister',
    street: '7304 Sandy Creek Dr',
    city: 'Raleigh',
    zip: '27615',
    way: 'cash',
    without: 'phone',
  },
  {
    name: 'Anaïs Fontenot',
    street: '6612 Lead Mine Rd',
    city: 'Raleigh',
    zip: '27612',
    way: 'check',
  },
  { name: 'Rodrigo Núñez', street: '2909 Poole Rd', city: 'Raleigh', zip: '27610', way: 'cash' },
  {
    name: 'Claire Abernathy',
    street: '4801 Rembert Dr',
    city: 'Raleigh',
    zip: '27612',
    way: 'check',
  },
  {
    name: 'Vijay Subramaniam',
    street: '8205 Green Lantern St',
    city: 'Raleigh',
    zip: '27613',
    way: 'card',
  },
  {
    name: 'Opal Jenkins',
    street: '329 Heck St',
    city: 'Raleigh',
    zip: '27601',
    way: 'cash',
    without: 'email',
  },
]

type Line = { by: 'them' | 'us'; text: string }
/** `days` ago it began; the lines follow each other by some minutes. */
export type Conversation = {
  with: string
  channel: 'sms' | 'email'
  subject?: string
  days: number
  lines: Line[]
  /** Nobody in the office has opened it. */
  unread?: true
  ends?: 'closed'
}

export const conversations: Conversation[] = [
  {
    with: 'Zoë Krüger',
    channel: 'email',
    subject: 'Question about my last invoice',
    days: 9,
    lines: [
      { by: 'them', text: 'Hello, does the price include hauling the clippings away? Best, Zoë' },
      { by: 'us', text: 'Hi Zoë, yes: clippings are always taken along at no extra cost. Dana' },
      { by: 'them', text: 'Perfect, thank you. The check is in the mail.' },
      { by: 'us', text: 'Thanks, Zoë!' },
    ],
    ends: 'closed',
  },
  {
    with: 'Adaeze Okonkwo',
    channel: 'sms',
    days: 5,
    lines: [
      { by: 'them', text: 'The lawn looks great. Please thank Luis and Cam!' },
      { by: 'us', text: 'That makes their day, thank you Adaeze.' },
    ],
    ends: 'closed',
  },
  {
    with: 'Trinity Park Dental',
    channel: 'email',
    subject: 'The strip along Markham Avenue',
    days: 3,
    lines: [
      {
        by: 'them',
        text: 'Could your crew also edge the strip between the sidewalk and the street? What would that add?',
      },
      {
        by: 'us',
        text: 'Happy to. It would be $25 a visit, from the next one on. Shall we start?',
      },
    ],
  },
  {
    with: 'Guadalupe Hernández-Ibarra',
    channel: 'sms',
    days: 1,
    lines: [
      {
        by: 'them',
        text: 'Buenos días. ¿A qué hora llegan para cortar el césped? Tengo que sacar al perro.',
      },
      {
        by: 'us',
        text: 'Buenos días, Guadalupe. El equipo llega por la mañana y le avisa cuando esté en camino.',
      },
      { by: 'them', text: 'Muchas gracias. El portón de atrás queda abierto.' },
    ],
  },
  {
    with: 'Marcus Tillery',
    channel: 'sms',
    days: 0,
    lines: [
      {
        by: 'them',
        text: 'We are repainting the fence this week. Can you stay off the left side?',
      },
    ],
    unread: true,
  },
]
