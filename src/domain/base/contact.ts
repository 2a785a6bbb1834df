import { z } from 'zod'
import { emailLine, emailMax, emailMessage, emailPattern } from './email.ts'
import { isPhone, phoneMessage, phoneProblem, readPhone } from './phone.ts'
import { tooLong, unmarked } from './text.ts'

// Schemas and pages share these rules. A page that uses them directly (`addressProblems`) does not
// load the schema library.

/** An e-mail field with its own error message; the case stays as typed. */
const emailField = (invalid: string, missing = invalid) =>
  z
    .string(missing)
    .overwrite(emailLine)
    .min(1, missing)
    .max(emailMax, invalid)
    .regex(emailPattern, invalid)

export const EmailText = emailField(emailMessage)
export const TrialEmail = emailField('Enter a valid email address.')
export const RequiredEmail = emailField(emailMessage, 'Email is required')

/** Of a number as it is kept, what is dialed and texted: without its extension. */
export const numberOf = (phone: string): string => phone.split(';', 1)[0]!

/** '+19195550143' → '(919) 555-0143', and ' x89' for its extension; anything else unchanged. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})(?=$|;)/, '($1) $2-$3').replace(/;ext=(\d+)$/, ' x$1')

/** What a dialer takes of a number, kept or as typed: its digits, and its extension after a pause. */
export const callAddress = (phone: string): string =>
  `tel:${readPhone(phone)?.replace(';ext=', ',') ?? phone.replace(/[^\d+]/g, '')}`

export const PhoneText = z
  .string(phoneMessage)
  .overwrite((text) => unmarked(text).trim())
  .refine(isPhone, { error: ({ input }) => phoneProblem(String(input)) ?? phoneMessage })
/** A phone field that may be left empty: '' becomes null. */
export const OptionalPhone = z.preprocess(emptyToNull, PhoneText.nullable())

/** Trims text; '' means "none". */
export function emptyToNull(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/** What is wrong with a required line of text; null if nothing. */
export const lineProblem = (text: string, missing: string, max: number): string | null => {
  const { length } = text.trim()
  return length === 0 ? missing : length > max ? tooLong(max) : null
}

const statesByCode = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  DC: 'District of Columbia',
  AS: 'American Samoa',
  FM: 'Micronesia',
  GU: 'Guam',
  MH: 'Marshall Islands',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  PW: 'Palau',
  VI: 'U.S. Virgin Islands',
  UM: 'U.S. Outlying Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const
type StateCode = keyof typeof statesByCode
export const stateCodes = Object.keys(statesByCode) as readonly StateCode[]
export const isStateCode = (text: string): text is StateCode => Object.hasOwn(statesByCode, text)
/** Other names people write. */
const otherNames: Readonly<Record<string, StateCode>> = {
  'Washington D.C.': 'DC',
  'Virgin Islands': 'VI',
  'US Virgin Islands': 'VI',
}
/** The form two names are compared in: case, blanks, periods and commas do not matter. */
const stateKey = (text: string): string =>
  unmarked(text)
    .replace(/[\s.,]/g, '')
    .toLowerCase()
const codeByName = new Map<string, StateCode>([
  ...stateCodes.flatMap((code) => [
    [stateKey(code), code] as const,
    [stateKey(statesByCode[code]), code] as const,
  ]),
  ...Object.entries(otherNames).map(([name, code]) => [stateKey(name), code] as const),
])
/** 'nc', 'N.C.' and 'north carolina' → 'NC'; null for anything that is not a whole name or code. */
export const stateCodeOf = (text: string): StateCode | null =>
  codeByName.get(stateKey(text)) ?? null

const stateMessage = 'Use 2-letter state code (e.g., NC)'
export const zipMessage = 'Enter a valid 5-digit ZIP'

/** What a ZIP field keeps of its input: up to five digits. */
export const zipDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 5)
/**
 * The five digits of a ZIP or ZIP+4; null for a text that only begins with digits, or has more of
 * them.
 */
function readZip(text: string): string | null {
  const plain = unmarked(text)
    .replace(/\p{Pd}/gu, '-')
    .replace(/(?<=\d)\s(?=\d)/g, '')
    .trim()
  return /^(\d{5})(?:\d{4}|-\d{0,4})?$/.exec(plain)?.[1] ?? null
}
/**
 * What a state field keeps while somebody types: letters, as a code or as the words of a name. A
 * name is never cut to a code: 'New York' begins like 'NE'.
 */
export const stateTyped = (text: string): string => {
  const words = text
    .replace(/[^a-z ]/gi, '')
    .replace(/ +/g, ' ')
    .trimStart()
    .slice(0, 30)
  return words.length <= 2
    ? words.toUpperCase()
    : words.replace(/[a-z]+/gi, (word) =>
        word.toLowerCase() === 'of' ? 'of' : word[0]!.toUpperCase() + word.slice(1).toLowerCase(),
      )
}

const streetMessage = 'Enter your street address'
const streetMax = 200
const cityMessage = 'Enter your city'
const cityMax = 100
export const isZip = (text: string): boolean => readZip(text) !== null

export const StreetText = z
  .string(streetMessage)
  .trim()
  .min(1, streetMessage)
  .max(streetMax, tooLong(streetMax))
export const CityText = z
  .string(cityMessage)
  .trim()
  .min(1, cityMessage)
  .max(cityMax, tooLong(cityMax))
/** A code or a whole name of a state, DC, a territory or a military code; its code comes out. */
export const StateText = z
  .string(stateMessage)
  .refine((text) => stateCodeOf(text) !== null, stateMessage)
  .transform((text) => stateCodeOf(text)!)
/** A ZIP+4 is cut to its first five. */
export const ZipText = z
  .string(zipMessage)
  .refine(isZip, zipMessage)
  .transform((text) => readZip(text)!)

/** A complete address as typed by a person. */
export const AddressInput = z.object({
  street: StreetText,
  city: CityText,
  state: StateText,
  zip: ZipText,
})
export type AddressInput = z.infer<typeof AddressInput>

/** Shown once under an address form with missing fields. */
export const addressIncomplete = 'Please complete street, city, state, and ZIP.'
const given = z.string(addressIncomplete).trim().min(1, addressIncomplete)

/** An address that is added: what is missing of it is asked for in one sentence. */
export const NewAddress = z.object({
  street: given.pipe(StreetText),
  city: given.pipe(CityText),
  state: given.pipe(StateText),
  zip: given.pipe(ZipText),
})

/** What is wrong with a typed address: the first problem of each field. */
export function addressProblems({
  street,
  city,
  state,
  zip,
}: Record<keyof AddressInput, string>): Partial<Record<keyof AddressInput, string>> {
  const found = {
    street: lineProblem(street, streetMessage, streetMax),
    city: lineProblem(city, cityMessage, cityMax),
    state: stateCodeOf(state) ? null : stateMessage,
    zip: isZip(zip) ? null : zipMessage,
  }
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== null))
}

export const addressParts = ['street', 'city', 'state', 'zip'] as const

/** An edit of an address: absent leaves a field unchanged, null or '' clears it. */
export const AddressPatch = z.object({
  street: z.preprocess(emptyToNull, StreetText.nullable()).optional(),
  city: z.preprocess(emptyToNull, CityText.nullable()).optional(),
  state: z.preprocess(emptyToNull, StateText.nullable()).optional(),
  zip: z.preprocess(emptyToNull, ZipText.nullable()).optional(),
})
export type AddressPatch = z.infer<typeof AddressPatch>

/** An address as stored and returned; any part may be unknown. */
export const PostalAddress = z.object({
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
})
export type PostalAddress = z.infer<typeof PostalAddress>

/** '12 Oak St, Durham, NC 27701', without the unknown parts. */
export function addressLine({ street, city, state, zip }: PostalAddress): string {
  return [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Name and address block of a customer or an organization. */
export const ContactBlock = PostalAddress.extend({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
})
export type ContactBlock = z.infer<typeof ContactBlock>
