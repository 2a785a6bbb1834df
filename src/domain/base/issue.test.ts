import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueSentence } from './issue.ts'

describe('messages for values a schema rejects', () => {
  const issueOf = (schema: z.ZodType, value: unknown) =>
    issueSentence(schema.safeParse(value).error!.issues[0]!)
  it.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.string('Team name required').max(3), undefined, 'Team name required'],
    ['too long without a message', z.string().max(3), 'Sunrise', 'Use at most 3 characters.'],
    [
      'too long with its own message',
      z.string().max(3, 'At most 3 characters'),
      'Sunrise',
      'At most 3 characters',
    ],
    ['too many', z.array(z.string()).max(1), ['a', 'b'], 'Enter at most 1.'],
    ['too high', z.int().max(100), 101, 'Enter at most 100.'],
    [
      'too high with a message',
      z.int().max(100, 'The price is too high.'),
      101,
      'The price is too high.',
    ],
    ['too few', z.array(z.string()).min(2), ['a'], 'Enter at least 2.'],
    ['too short', z.string().min(8), 'Sunrise', 'Use at least 8 characters.'],
    ['too low', z.int().min(1), 0, 'Enter at least 1.'],
    ['empty', z.string().min(1), '', 'This is required.'],
    ['absent', z.string(), undefined, 'This is required.'],
    ['a number for text', z.string(), 5, 'Enter text.'],
    ['text for a number', z.number(), 'x', 'Enter a number.'],
    ['not a number', z.coerce.number(), 'x', 'Enter a number.'],
    ['a part of a number', z.int(), 1.5, 'Enter a whole number.'],
    ['text for a yes', z.boolean(), 'x', 'Answer with true or false.'],
    ['text for a list', z.array(z.string()), 'x', 'Send a list.'],
    ['a list for an object', z.object({}), [], 'Send an object.'],
    ['none of the words', z.enum(['month', 'team']), 'source', 'Use one of: month, team.'],
    ['not the word', z.literal('yes'), 'no', 'Use yes.'],
    ['not an id', z.uuid(), 'x', 'This value does not fit.'],
    ['none of the forms', z.union([z.uuid(), z.number()]), 'x', 'This value does not fit.'],
    ['not in this form', z.string().regex(/^a$/), 'x', 'This value does not fit.'],
    ['not a step', z.number().multipleOf(5), 3, 'This value does not fit.'],
  ])('%s', (_, schema, value, sentence) => {
    expect(issueOf(schema, value)).toBe(sentence)
  })
})
