import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'
import { ImportAnswers, ImportQuestion } from './import-answers.ts'

/** Where a file comes from. */
export const importSources = [
  'fieldhive',
  'jobber',
  'housecall_pro',
  'service_autopilot',
  'yardbook',
  'quickbooks',
  'google',
  'outlook',
  'xero',
  'wave',
  'zoho',
  'odoo',
  'square',
  'other',
] as const
export const ImportSource = z.enum(importSources)
export type ImportSource = z.infer<typeof ImportSource>
export const importSourceLabels: Record<ImportSource, string> = {
  fieldhive: 'Our template',
  jobber: 'Jobber',
  housecall_pro: 'Housecall Pro',
  service_autopilot: 'Service Autopilot',
  yardbook: 'Yardbook',
  quickbooks: 'QuickBooks',
  google: 'Google Contacts',
  outlook: 'Outlook',
  xero: 'Xero',
  wave: 'Wave',
  zoho: 'Zoho',
  odoo: 'Odoo',
  square: 'Square',
  other: 'Another program',
}

/** What a column can be, in the order and under the headings in which they are offered. */
export const importFieldGroups = {
  Customer: {
    external_id: 'Customer number there',
    name: 'Name',
    first_name: 'First name',
    last_name: 'Last name',
    company: 'Company',
    is_company: 'Is a company (yes or no)',
    belongs_to: 'Contact of (another customer)',
    email: 'Email',
    phone: 'Phone',
    tags: 'Tags',
    notes: 'Notes',
    gate_code: 'Gate code',
    archived: 'Archived (yes or no)',
  },
  Address: {
    label: 'Name of the address',
    street: 'Street',
    street2: 'Street, second line',
    city: 'City',
    state: 'State',
    zip: 'ZIP',
    place_notes: 'Notes about the address',
    billing_street: 'Billing street',
    billing_street2: 'Billing street, second line',
    billing_city: 'Billing city',
    billing_state: 'Billing state',
    billing_zip: 'Billing ZIP',
  },
  Work: {
    service: 'Service',
    service_about: 'Description of the service',
    interval: 'How often',
    season: 'Months of the year',
    next_date: 'Next date',
    end_date: 'Last date',
    done_date: 'Date it was done',
    status: 'Status (done, canceled or written off)',
    start_time: 'Start time',
    duration: 'Minutes',
    price: 'Price',
    team: 'Team',
    work_notes: 'Notes for the crew',
    job_id: 'Job number there',
  },
  Balance: {
    balance: 'Open balance',
    balance_number: 'Invoice number there',
    due_date: 'Due date',
  },
} as const
type Groups = typeof importFieldGroups
export type ImportField = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups]
export const importFieldLabels = Object.assign({}, ...Object.values(importFieldGroups)) as Record<
  ImportField,
  string
>
const importFields = Object.keys(importFieldLabels) as [ImportField, ...ImportField[]]

/** A column's meaning; `place` counts the addresses of one row. */
const ImportTarget = z.object({
  field: z.enum(importFields),
  place: z.int().min(1).max(99).default(1),
})
export type ImportTarget = z.infer<typeof ImportTarget>
export const ImportMapping = z.array(ImportTarget.nullable()).max(1000)
export type ImportMapping = z.infer<typeof ImportMapping>

/** A file needs at least one of these to name its customers or services. */
export const namingFields: readonly ImportField[] = [
  'name',
  'first_name',
  'last_name',
  'company',
  'email',
  'service',
]

/** The largest files we take. */
export const importLimits = {
  bytes: 50_000_000,
  rows: 100_000,
  columns: 1000,
  cell: 10_000,
} as const

/** Something in the file we could not read, or are not sure of. A `stops` doubt must be settled before the import. */
const ImportDoubt = z.object({
  /** As a spreadsheet counts, with the headers in the first row. */
  row: z.int(),
  column: z.string().nullable(),
  sentence: z.string(),
  stops: z.boolean(),
  /** The cell it is about, to correct it. */
  cell: z.object({ column: z.int(), text: z.string() }).optional(),
  /** In how many rows it is the same; absent in one. */
  rows: z.int().optional(),
  /** A team of the file that we do not have. */
  team: z.string().optional(),
})
export type ImportDoubt = z.infer<typeof ImportDoubt>

/** What to do with a row whose customer we may know already. */
export const ImportChoice = z.enum(['add', 'update', 'skip'])
export type ImportChoice = z.infer<typeof ImportChoice>

/** A customer of the file who looks like one we have, or like another one of the file. */
const ImportDuplicate = z.object({
  row: z.int(),
  name: z.string(),
  /** 'Ann Lee (active) has the same phone number.' */
  sentence: z.string(),
  /** Null: the office has to say. */
  choice: ImportChoice.nullable(),
  choices: z.array(ImportChoice),
})
export type ImportDuplicate = z.infer<typeof ImportDuplicate>

export const ImportCounts = z.object({
  rows: z.int(),
  customers_new: z.int(),
  customers_updated: z.int(),
  customers_known: z.int(),
  places: z.int(),
  services: z.int(),
  work: z.int(),
  balances: z.int(),
  balance_cents: Cents,
  notes: z.int(),
  /** Rows that are left out: archived there, done, skipped by choice, or without a customer. */
  left_out: z.int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Of a check that was stored before it said these. */
export const unsaid = {
  columns: [],
  unread: [],
  questions: [],
  reached: { customers: 0, email: 0, phone: 0, address: 0 },
  kinds: [],
} satisfies Partial<ImportCheck>

/** How many doubts and duplicates a dry run names. */
export const mostNamed = 300

/** How much of a cell an example shows. */
export const exampleLength = 60

/** A column whose texts are read into something else, with some of them: null for one that is not read. */
const ImportUnderstood = z.object({
  column: z.string(),
  at: z.int().optional(),
  field: z.string(),
  examples: z.array(z.object({ text: z.string(), read: z.string().nullable() })),
})
export type ImportUnderstood = z.infer<typeof ImportUnderstood>

export const ImportCheck = z.object({
  counts: ImportCounts,
  doubts: z.array(ImportDoubt),
  /** All of them, also those that are not named. */
  doubt_count: z.int(),
  stop_count: z.int(),
  duplicates: z.array(ImportDuplicate),
  duplicate_count: z.int(),
  new_services: z.array(z.string()),
  columns: z.array(ImportUnderstood),
  /** What the file leaves open, with how it is read now. */
  questions: z.array(ImportQuestion),
  /** Columns with values that are left out. */
  unread: z.array(z.string()),
  /** How many of the file's customers have each. */
  reached: z.object({ customers: z.int(), email: z.int(), phone: z.int(), address: z.int() }),
  /** 'Every 2 weeks', and how much of the work is done so. */
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
})
export type ImportCheck = z.infer<typeof ImportCheck>

const importStates = ['uploaded', 'committed', 'undone'] as const
type ImportState = (typeof importStates)[number]

/** How long an import can be undone. */
const undoDays = 7

const Kept = z.object({ id: Id, name: z.string(), reason: z.string() })
export const Import = z.object({
  id: Id,
  state: z.enum(importStates),
  source: ImportSource,
  /** 'Clients', as far as the file was recognized. */
  holds: z.string().nullable(),
  file_name: z.string(),
  row_count: z.int(),
  created_at: Moment,
  created_by: z.string().nullable(),
  committed_at: Moment.nullable(),
  undone_at: Moment.nullable(),
  /** What was written; null until then. */
  result: ImportCounts.nullable(),
  can_undo_until: Moment.nullable(),
})
export type Import = z.infer<typeof Import>

/** One import with everything its screens show. */
export const ImportDetail = Import.extend({
  encoding: z.string(),
  headers: z.array(z.string()),
  /** The first rows, as read. */
  sample: z.array(z.array(z.string())),
  mapping: ImportMapping,
  /** What is odd about the file as a whole. */
  remarks: z.array(z.string()),
  check: ImportCheck.nullable(),
  /** What was said about it. */
  answers: ImportAnswers,
  /** The first of its customers' visits to come, for the week to open. */
  first_date: z.string().nullable(),
  /** How many of its customers can be invited to save a card now, and how many were. */
  invitable: z.int(),
  invited: z.int(),
  /** How far a commit has come in this process: 0 to 100. */
  progress: z.int().nullable(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** What an undo takes back and what it leaves. */
export const ImportUndo = z.object({ takes: z.int(), keeps: z.array(Kept) })
export type ImportUndo = z.infer<typeof ImportUndo>

type Facts = { state: ImportState }
const committed = refuse(
  'import_committed',
  'This file was imported already.',
  (i: Facts) => i.state === 'committed',
)
const undone = refuse(
  'import_undone',
  'This import was undone. Upload the file again.',
  (i: Facts) => i.state === 'undone',
)
const uncommitted = refuse(
  'import_open',
  'This file is not imported yet.',
  (i: Facts) => i.state === 'uploaded',
)

export const importRules = {
  change: rule(committed, undone),
  commit: rule<Facts & { check: ImportCheck | null }>(
    undone,
    refuse('import_unchecked', 'Check the file first.', ({ check }) => check === null),
    refuse(
      'import_blocked',
      'Some rows must be settled before this file can be imported.',
      ({ check }) => (check?.stop_count ?? 0) > 0,
    ),
    refuse(
      'import_empty',
      'Nothing in this file is new.',
      ({ check }) => check !== null && isNothing(check.counts),
    ),
  ),
  undo: rule<Facts & { committed_at: string | null; now: string }>(
    uncommitted,
    undone,
    refuse(
      'undo_expired',
      `An import can be undone for ${undoDays} days.`,
      ({ committed_at, now }) => committed_at !== null && now > undoUntil(committed_at),
    ),
  ),
  invite: rule(uncommitted, undone),
}

const isNothing = (counts: ImportCounts): boolean =>
  counts.customers_new +
    counts.customers_updated +
    counts.places +
    counts.services +
    counts.work +
    counts.balances +
    counts.notes ===
  0

export const undoUntil = (committed_at: string): string =>
  new Date(Date.parse(committed_at) + undoDays * 86_400_000).toISOString()
