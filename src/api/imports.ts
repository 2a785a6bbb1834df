import { z } from 'zod'
import {
  Import,
  ImportChoice,
  ImportDetail,
  importLimits,
  ImportMapping,
  importRules,
  ImportSource,
  ImportUndo,
} from '../domain/flows/import.ts'
import { ImportAnswers } from '../domain/flows/import-answers.ts'
import { anyOffice, defineCalls } from './kit.ts'

export const imports = defineCalls({
  'GET /api/owner/imports': {
    summary: 'Files imported from other programs, newest first',
    roles: anyOffice,
    ok: z.object({ imports: z.array(Import) }),
  },
  'GET /api/owner/imports/template': {
    summary: 'An empty CSV file with the columns we know, and two rows to show how',
    roles: anyOffice,
    ok: z.any(),
    raw: 'text/csv',
    impersonation: 'allow',
  },
  'POST /api/owner/imports': {
    summary: 'Upload a CSV file from another program; nothing is written to customers yet',
    roles: anyOffice,
    query: z.object({ file_name: z.string().trim().min(1).max(200).default('import.csv') }),
    file: { max_bytes: importLimits.bytes },
    ok: ImportDetail,
    status: 201,
    errors: { file_unreadable: 422, file_too_large: 413 },
    per_minute: 10,
  },
  'GET /api/owner/imports/{id}': {
    summary: 'One import: its columns, its last check, and what it wrote',
    roles: anyOffice,
    ok: ImportDetail,
  },
  'POST /api/owner/imports/{id}/map': {
    summary: 'Match the columns of the file',
    roles: anyOffice,
    body: z.object({ source: ImportSource.optional(), mapping: ImportMapping }),
    ok: ImportDetail,
    rules: [importRules.change],
  },
  'POST /api/owner/imports/{id}/dry-run': {
    summary:
      'Check the file: counts, duplicates and things to check by row and column; saves only the choices',
    roles: anyOffice,
    body: z.object({
      /** What to do with possible duplicates, by row. */
      choices: z.record(z.string().regex(/^\d{1,7}$/), ImportChoice).default({}),
      /** What was said about the file, all of it; absent: as before. */
      answers: ImportAnswers.optional(),
    }),
    ok: ImportDetail,
    rules: [importRules.change],
    errors: { file_gone: 409 },
    per_minute: 60,
  },
  'POST /api/owner/imports/{id}/commit': {
    summary: 'Write everything in one transaction; repeating it changes nothing',
    roles: anyOffice,
    body: z.object({
      /** Whether new customers get visit reminders from now on. */
      reminders: z.boolean().default(false),
    }),
    ok: ImportDetail,
    rules: [importRules.commit],
    errors: { import_changed: 409, file_gone: 409 },
    per_minute: 20,
  },
  'GET /api/owner/imports/{id}/undo': {
    summary: 'What an undo would take back, and what it would leave and why',
    roles: anyOffice,
    ok: ImportUndo,
    rules: [importRules.undo],
  },
  'POST /api/owner/imports/{id}/undo': {
    summary: 'Take an import back; customers touched since stay',
    roles: anyOffice,
    body: z.object({
      /** Go on although some customers were touched since. */
      keep_touched: z.boolean().default(false),
    }),
    ok: ImportDetail,
    rules: [importRules.undo],
    errors: { import_touched: 409, import_changed: 409 },
  },
  'POST /api/owner/imports/{id}/invite': {
    summary: 'Invite its customers to save a card, by email, as many as may be invited in a day',
    roles: anyOffice,
    body: z.object({}),
    ok: z.object({ sent: z.int(), left: z.int() }),
    rules: [importRules.invite],
    per_minute: 10,
  },
})
