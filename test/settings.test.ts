import { describe, expect, it } from 'vitest'
import { OrganizationPatch, OrganizationSettings } from '../src/domain/base/organization.ts'
import { ProfilePatch } from '../src/domain/base/person.ts'
import { productFiles, read } from './source.ts'

// A setting that is stored and shown back but read by nothing is a promise nobody keeps.

/** Where settings are stored and edited; the code that obeys them is elsewhere. */
const keepers =
  /^(?:demo|src\/api|src\/server\/(?:flows\/onboarding\/|people\/[\w-]+\.ts)|src\/server\/base\/organizations\/(?:write|calls)|src\/web\/(?:shared\/account|office\/settings|public\/onboarding)|src\/domain\/base\/(?:organization|onboarding|person)\.ts)/
/** The settings page's own view of the organization. */
const ownView = /const plainFieldsOf = [\s\S]*?\n\}\)\n/
const readers = productFiles
  .filter((file) => !keepers.test(file))
  .map((file) => read(file).replace(ownView, ''))
const isRead = (field: string): boolean => {
  const named = new RegExp(String.raw`\b${field}\b`)
  return readers.some((text) => named.test(text))
}

/** Not settings: what a request is about, a wrapper, and what older clients store but no screen asks. */
const notSettings = ['id', 'version', 'marketing', 'services_rendered']
const fieldsOf = (schema: { shape: object }) =>
  Object.keys(schema.shape).filter((field) => !notSettings.includes(field))

describe('every setting has a reader', () => {
  it.each([
    ['of the organization', fieldsOf(OrganizationPatch.in)],
    ['of the schedule', fieldsOf(OrganizationSettings)],
    ['of a person', fieldsOf(ProfilePatch)],
  ])('%s', (_, fields) => {
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((field) => !isRead(field))).toEqual([])
  })

  it('of a customer: what they agreed to', () => {
    const optIns = [...new Set(read('db/schema.ts').match(/\b\w+_opt_in\b/g))]
    expect(optIns).toContain('invoice_email_opt_in')
    const deciding = read('src/server/messages/recipient.ts')
    expect(optIns.filter((column) => !deciding.includes(`row.${column}`))).toEqual([])
  })
})
