import { tooLong } from './text.ts'

/**
 * The message for a value a schema rejects: the schema's own, or ours in place of zod's, which are
 * written for programmers.
 */
export function issueSentence(issue: Issue): string {
  const { code, origin, maximum, minimum, message } = issue
  if (!/^(?:Too (?:big|small):|Invalid |Unrecognized key)/.test(message)) return message
  if (/received (?:undefined|null)$/.test(message)) return 'This is required.'
  if (code === 'too_big')
    return origin === 'string' ? tooLong(Number(maximum)) : `Enter at most ${Number(maximum)}.`
  if (code === 'too_small') return tooSmall(Number(minimum), origin)
  if (code === 'invalid_type') return wanted[issue.expected ?? ''] ?? unfit
  if (code === 'invalid_value') return oneOf(issue.values ?? [])
  return unfit
}

const unfit = 'This value does not fit.'
/** What to send in place of something else, by zod's name of the type. */
const wanted: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Answer with true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
}

const tooSmall = (limit: number, origin: string | undefined): string => {
  if (limit === 1 && origin !== 'number') return 'This is required.'
  return origin === 'string' ? `Use at least ${limit} characters.` : `Enter at least ${limit}.`
}

const oneOf = (values: readonly unknown[]): string => {
  const named = values.filter((value) => value !== '').map(String)
  return named.length > 1 ? `Use one of: ${named.join(', ')}.` : `Use ${named[0] ?? 'nothing'}.`
}

type Issue = {
  code?: string | undefined
  origin?: string | undefined
  expected?: string | undefined
  values?: readonly unknown[] | undefined
  maximum?: unknown
  minimum?: unknown
  message: string
}
