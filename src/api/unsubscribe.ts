import { z } from 'zod'
import { defineCalls } from './kit.ts'

const page = {
  roles: 'public',
  params: z.object({ token: z.string().min(1).max(300) }),
  ok: z.any(),
  raw: 'text/html',
  per_minute: 60,
} as const

export const unsubscribe = defineCalls({
  'GET /api/public/unsubscribe/{token}': {
    ...page,
    summary: 'The page behind the link in a letter that ends letters of its sort',
  },
  'POST /api/public/unsubscribe/{token}': {
    ...page,
    summary: 'Switch off the sort of messages the link is for; also with one click (RFC 8058)',
    raw_body: true,
  },
  'POST /api/public/unsubscribe/{token}/undo': {
    ...page,
    summary: 'Switch that sort of messages on again',
    raw_body: true,
  },
})
