import type { ImportField, ImportSource, ImportTarget } from './import.ts'
import { profiles, type Profile } from './import-profiles.ts'

/** 'Main Phone #s' → 'mainphonenumbers'. */
const headerKey = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What a column is likely to be in a file we do not know. */
const guesses: Readonly<Record<string, ImportField>> = {
  accountnumber: 'external_id',
  clientid: 'external_id',
  customerid: 'external_id',
  customernumber: 'external_id',
  id: 'external_id',
  name: 'name',
  fullname: 'name',
  customerfullname: 'name',
  customer: 'name',
  customername: 'name',
  client: 'name',
  clientname: 'name',
  displayname: 'name',
  accountname: 'name',
  firstname: 'first_name',
  lastname: 'last_name',
  company: 'company',
  companyname: 'company',
  businessname: 'company',
  email: 'email',
  emailaddress: 'email',
  primaryemail: 'email',
  emails: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  phonenumbers: 'phone',
  mainphone: 'phone',
  mobilenumber: 'phone',
  homenumber: 'phone',
  worknumber: 'phone',
  homephone: 'phone',
  cellphone: 'phone',
  mobile: 'phone',
  mobilephone: 'phone',
  workphone: 'phone',
  primaryphone: 'phone',
  tags: 'tags',
  notes: 'notes',
  customernotes: 'notes',
  gatecode: 'gate_code',
  address: 'street',
  address1: 'street',
  addressline1: 'street',
  street: 'street',
  streetaddress: 'street',
  serviceaddress: 'street',
  shippingaddress: 'street',
  addressstreetline1: 'street',
  addressstreetline2: 'street2',
  addresscity: 'city',
  addressstate: 'state',
  addresspostalcode: 'zip',
  addresszip: 'zip',
  billingaddress: 'billing_street',
  billto: 'billing_street',
  address2: 'street2',
  addressline2: 'street2',
  city: 'city',
  servicecity: 'city',
  state: 'state',
  province: 'state',
  servicestate: 'state',
  zip: 'zip',
  zipcode: 'zip',
  postalcode: 'zip',
  servicezip: 'zip',
  service: 'service',
  servicename: 'service',
  frequency: 'interval',
  recurrence: 'interval',
  every: 'interval',
  schedule: 'interval',
  nextdate: 'next_date',
  nextservicedate: 'next_date',
  nextvisit: 'next_date',
  startdate: 'next_date',
  starttime: 'start_time',
  duration: 'duration',
  budgetedhours: 'duration',
  price: 'price',
  rate: 'price',
  amount: 'price',
  team: 'team',
  crew: 'team',
  route: 'team',
  assignedto: 'team',
  balance: 'balance',
  openbalance: 'balance',
  accountbalance: 'balance',
  amountdue: 'balance',
  duedate: 'due_date',
}

const addressParts: Readonly<Record<string, ImportField>> = {
  streetline1: 'street',
  streetline2: 'street2',
  city: 'city',
  state: 'state',
  postalcode: 'zip',
  notes: 'place_notes',
}

/** Housecall Pro numbers its addresses: 'Address_3 Postal Code'. */
function numberedAddress(key: string): ImportTarget | null {
  const [, number, part] = /^address(\d{1,2})(\D.*)$/.exec(key) ?? []
  const field = part && addressParts[part]
  return field && Number(number) >= 1 ? { field, place: Number(number) } : null
}

export type Recognized = {
  source: ImportSource
  holds: string | null
  report: boolean
  mapping: (ImportTarget | null)[]
}

/** Whose file this is, by its headers, and what its columns are. */
export function recognize(headers: readonly string[]): Recognized {
  const keys = headers.map(headerKey)
  const known = profiles.find(({ marks }) => marks.every((mark) => keys.includes(mark)))
  return {
    source: known?.source ?? 'other',
    holds: known?.holds ?? null,
    report: known?.report ?? false,
    mapping: keys.map((key) => targetOf(key, known)),
  }
}

function targetOf(key: string, profile: Profile | undefined): ImportTarget | null {
  // Custom fields of clients and properties.
  if (profile?.source === 'jobber' && /^[cp]ft/.test(key)) return { field: 'notes', place: 1 }
  const fields = profile?.fields ?? guesses
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return field ? { field, place: 1 } : numberedAddress(key)
}
