/** What the history of a business can be narrowed to, with what the calls of each are about. */
export const historyKinds = {
  customers: ['/customers', '/credits', 'customer.', 'signup.'],
  schedule: ['/schedule', '/tray', '/visits', '/misc-events', '/crew'],
  invoices: ['/invoices', '/pay', '/disputes', 'payment.'],
  people: ['/people', '/invitations', '/teams', '/sign-in', 'impersonation', 'invitation.'],
  settings: [
    '/organization',
    'settings',
    '/brand',
    '/services',
    '/tax-rates',
    '/wordings',
    '/platform-billing',
  ],
} as const satisfies Record<string, readonly string[]>
export type HistoryKind = keyof typeof historyKinds
export const historyKindNames = Object.keys(historyKinds) as [HistoryKind, ...HistoryKind[]]

export const historyKindLabels: Record<HistoryKind, string> = {
  customers: 'Customers',
  schedule: 'Schedule and crews',
  invoices: 'Invoices and payments',
  people: 'People and sign-in',
  settings: 'Settings',
}

/**
 * The label of a recorded column and how its values read. `hidden`: only that it changed. `set`:
 * whether there is one.
 */
export type HistoryField = readonly [
  label: string,
  shape?: 'text' | 'money' | 'date' | 'moment' | 'clock' | 'minutes' | 'team' | 'set' | 'hidden',
]

export type Change = { field: string; from: string | null; to: string | null }

const longest = 200

/** From what to what, field by field. Without an earlier value, only what was sent is known. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, sent] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(sent)])]
    .map((field) => ({ field, from: textOf(old[field]), to: textOf(sent[field]) }))
    .filter(({ from, to }) => from !== to)
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
