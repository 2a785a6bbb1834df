import { table } from '../table.ts'

/** The server writes its refusals in English: they are said as they come. `code` is the refusal's, where it has one. */
export const refusalWords = table('refusals', {
  say: (sentence: string, _code?: string): string => sentence,
})
