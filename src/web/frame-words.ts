import type { Refusal } from '../domain/rule.ts'
import { frame } from '../words/en/frame.ts'
import { refusals } from '../words/en/refusals.ts'
import { area, wordsNow } from './words.ts'

export const frameWords = area(frame, async () => (await import('../words/es/frame.ts')).frame)

const refusalWords = area(refusals, async () => (await import('../words/es/refusals.ts')).refusals)

/** A sentence from the server or a schema, in the current language. */
export const spoken = (sentence: string, code?: string): string =>
  wordsNow(refusalWords).say(sentence, code)

/** Why an action is refused, in the current language. */
export const refusalText = ({ code, sentence }: Refusal): string => spoken(sentence, code)
