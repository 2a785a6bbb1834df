import { tooLong } from './text.ts'

/**
 * The message for a value a schema rejects: the schema's own, or ours in place of zod's, which are
 * written for programmers.
 */
export function issueSentence({ code, origin, maximum, minimum, message }: Issue): string {
  const limit = Number(code === 'too_small' ? minimum : maximum)
  const isUnworded = /^Too (?:big|small):|received (?:undefined|null)$/.test(message)
  if (!isUnworded) return message
  if (code === 'too_big') return origin === 'string' ? tooLong(limit) : `Enter at most ${limit}.`
  if (code !== 'too_small' || (limit === 1 && origin !== 'number')) return 'This is required.'
  return origin === 'string' ? `Use at least ${limit} characters.` : `Enter at least ${limit}.`
}
type Issue = {
  code?: string | undefined
  origin?: string | undefined
  maximum?: unknown
  minimum?: unknown
  message: string
}
