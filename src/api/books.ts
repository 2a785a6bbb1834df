import { z } from 'zod'
import { BookCheck } from '../domain/money/books.ts'
import { defineCalls, moneyReaders } from './kit.ts'

export const books = defineCalls({
  'GET /api/owner/books': {
    summary: 'The last nightly check: whether visits, invoices, payments and the provider tie',
    roles: moneyReaders,
    ok: z.object({ check: BookCheck.nullable() }),
  },
})
