import { expect, it } from 'vitest'
import { librarySentence, nonsense, placesIn, replaced } from '../../test/nonsense.ts'
import { sampleOf } from '../../test/sample.ts'
import { issueSentence } from '../domain/base/issue.ts'
import { calls } from './calls.ts'
import type { CallDeclaration } from './kit.ts'

const id = '0190aaaa-0000-7000-8000-000000000000'
const parts = Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = call[part]
    return schema ? [{ key, part, schema }] : []
  }),
)

/** Read as far as they make sense: a code or a number that means nothing counts as absent. Files have limits of their own. */
const takenAsTheyAre = [
  'POST /api/admin/owner-invitations body ttl_hours',
  'POST /api/webhooks/mail body text',
  'POST /api/owner/invitations/create body ttl_hours',
  'POST /api/owner/invitations/email body ttl_hours',
  'POST /api/owner/invitations/sms body ttl_hours',
  'PUT /api/owner/brand body picture',
  'PUT /api/users/preferences body service_interval',
  'POST /api/public/signup/{code} body service_interval',
  'POST /api/public/signup/{code} body ref',
  'POST /api/public/signup/{code}/lead body ref',
  'PATCH /api/public/signup/{code}/lead body ref',
  'PATCH /api/public/signup/{code}/lead/availability body ref',
  'PATCH /api/public/signup/{code}/lead/services body ref',
  'PATCH /api/public/signup/{code}/lead/frequency body service_interval',
  'PATCH /api/public/signup/{code}/lead/frequency body ref',
  'PATCH /api/public/signup/{code}/lead/consents body ref',
]

it('every field of every query and body refuses nonsense in our own words', () => {
  const foreign = new Set<string>()
  let tried = 0
  for (const { key, part, schema } of parts) {
    const sample = sampleOf(schema, id)
    const values = part === 'query' ? nonsense.filter((one) => typeof one === 'string') : nonsense
    for (const path of placesIn(sample))
      for (const value of [...values, 'x'.repeat(200_000)]) {
        tried += 1
        for (const issue of schema.safeParse(replaced(sample, path, value)).error?.issues ?? []) {
          const sentence = issueSentence(issue)
          if (librarySentence.test(sentence.replace(/^Use one of: [\w, -]+\.$/, '')))
            foreign.add(`${key} ${path.join('.')}: ${sentence}`)
        }
      }
  }
  expect(tried).toBeGreaterThan(5000)
  expect([...foreign]).toEqual([])
})

it('every text that a body takes has a limit', () => {
  const endless: string[] = []
  for (const { key, part, schema } of parts) {
    const sample = sampleOf(schema, id)
    for (const path of placesIn(sample)) {
      const long = replaced(sample, path, 'x'.repeat(200_000))
      const refusesHere = schema
        .safeParse(long)
        .error?.issues.some((issue) => path.join('.').startsWith(issue.path.join('.')))
      if (!refusesHere) endless.push(`${key} ${part} ${path.join('.')}`)
    }
  }
  expect(endless).toEqual(takenAsTheyAre)
})
