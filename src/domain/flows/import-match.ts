import { customerStatusLabels, type CustomerStatus } from '../customers/customer.ts'
import type { ImportChoice, ImportDoubt, ImportDuplicate } from './import.ts'
import type { ImportChoices, ImportedCustomer } from './import-group.ts'
import { folded } from '../base/search.ts'

const matchedBy = ['external', 'email', 'phone', 'address'] as const
/** A customer we have who resembles one of the file. */
export type ImportMatch = {
  /** The position of the file's customer. */
  i: number
  id: string
  name: string | null
  status: CustomerStatus
  by: (typeof matchedBy)[number][]
}

export type Decision =
  | { do: 'add' }
  /** `trusts`: the file is about this very customer, so that its values win; otherwise they fill gaps. */
  | { do: 'update'; id: string; trusts: boolean }
  | { do: 'skip'; why?: string }
  | { do: 'stop' }
type Decided = { decision: Decision; duplicate: ImportDuplicate | null; doubt: ImportDoubt | null }

const same = (a: string | null, b: string): boolean => a !== null && folded(a) === folded(b)

/** Certain: the same number there, e-mail and name, or phone and street. */
const isCertain = ({ name, by }: ImportMatch, customer: ImportedCustomer): boolean =>
  by.includes('external') ||
  (by.includes('email') && same(name, customer.name)) ||
  (by.includes('phone') && by.includes('address'))

/** Reports name customers without a number: who else could be meant is enough. */
const isMeant = ({ name, by }: ImportMatch, customer: ImportedCustomer): boolean =>
  by.includes('email') ||
  by.includes('phone') ||
  (by.includes('address') && same(name, customer.name))

/** Whether a customer of the file is new, known, or for the office to say. */
export function decide(
  customer: ImportedCustomer,
  matches: readonly ImportMatch[],
  { isReport, choices }: { isReport: boolean; choices: ImportChoices },
): Decided {
  const [known] = matches.filter(({ by }) => by.includes('external'))
  if (known) return settled({ do: 'update', id: known.id, trusts: true })
  const certain = matches.filter((one) => isCertain(one, customer))
  const meant = isReport ? matches.filter((one) => isMeant(one, customer)) : certain
  const choice = choices[String(customer.row)]
  if (choice === 'skip')
    return { ...settled({ do: 'skip' }), duplicate: ask(customer, matches, choice) }
  const sole = (certain.length === 1 ? certain : meant.length === 1 ? meant : [])[0]
  if (sole && choice !== 'add') return settled({ do: 'update', id: sole.id, trusts: false })
  const target = sole ?? (matches.length === 1 ? matches[0] : undefined)
  // Paid invoices and finished visits are in the reports too; they name no new customer.
  if (isReport && !target && !customer.balances.length && !customer.works.length)
    return settled({
      do: 'skip',
      why: 'We have no such customer, and nothing is planned or owed. This row is left out.',
    })
  const onlyBalance = isReport && customer.balances.length > 0 && customer.works.length === 0
  if (choice === 'update' && target)
    return {
      ...settled({ do: 'update', id: target.id, trusts: false }),
      duplicate: ask(customer, matches, choice),
    }
  if (choice === 'add' || (!onlyBalance && !matches.length))
    return {
      ...settled({ do: 'add' }),
      duplicate: matches.length || choice ? ask(customer, matches, 'add') : null,
    }
  if (onlyBalance) return stop(customer, matches)
  return { ...settled({ do: 'add' }), duplicate: ask(customer, matches, 'add') }
}

const settled = (decision: Decision): Decided => ({ decision, duplicate: null, doubt: null })

/** A balance must not go to somebody it does not belong to. */
function stop(customer: ImportedCustomer, matches: readonly ImportMatch[]): Decided {
  const sentence = matches.length
    ? `Several customers could be ${customer.name}. Choose what to do with this balance below.`
    : `No customer matches ${customer.name}. Import the customers first, or choose below.`
  return {
    decision: { do: 'stop' },
    duplicate: ask(customer, matches, null),
    doubt: { row: customer.row, column: null, sentence, stops: true },
  }
}

const words = {
  external: 'customer number',
  email: 'email address',
  phone: 'phone number',
  address: 'address',
}

function ask(
  { row, name }: ImportedCustomer,
  matches: readonly ImportMatch[],
  choice: ImportChoice | null,
): ImportDuplicate {
  const sentences = matches.slice(0, 3).map((match) => {
    const status = customerStatusLabels[match.status].toLowerCase()
    const by = match.by.map((one) => words[one]).join(' and ')
    return `${match.name ?? 'A customer without a name'} (${status}) has the same ${by}.`
  })
  return {
    row,
    name,
    sentence: sentences.join(' ') || 'We have no such customer.',
    choice,
    choices: matches.length === 1 ? ['add', 'update', 'skip'] : ['add', 'skip'],
  }
}
