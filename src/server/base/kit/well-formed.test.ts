import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checked, readSent, strictly } from './well-formed.ts'

const Address = z.object({ street: z.string() })
const Body = z
  .object({
    name: z.string(),
    address: Address.nullable().optional(),
    places: z.array(Address).default([]),
    contact: z.union([z.object({ phone: z.string() }), z.object({ email: z.string() })]).optional(),
    anything: z.record(z.string(), z.unknown()).optional(),
  })
  .refine((body) => body.name !== 'x', 'Not x.')

describe('a body', () => {
  const read = (body: unknown) => checked(strictly(Body), body)

  it.each([
    [{ name: 'a', extra: 1 }, 'Unknown field: extra.'],
    [{ name: 'a', address: { street: 's', zip: 1 } }, 'Unknown field: address.zip.'],
    [{ name: 'a', contact: { phone: '1', fax: '2' } }, 'Unknown field: contact.fax.'],
    [{ name: 'a', places: [{ street: 's', zip: 1 }] }, 'Unknown field: places.0.zip.'],
  ])('400 unknown_field at every level: %j', (body, sentence) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({ status: 400, code: 'unknown_field', message: sentence }),
    )
  })
  it('is read as declared, checks and defaults included', () => {
    expect(read({ name: 'a', contact: { email: 'e' }, anything: { deep: { er: 1 } } })).toEqual({
      name: 'a',
      places: [],
      contact: { email: 'e' },
      anything: { deep: { er: 1 } },
    })
    expect(() => read({ name: 'x' })).toThrow('Not x.')
  })
})

describe('text that cannot be stored', () => {
  const send = (body: unknown) =>
    readSent({ params: {}, query: {}, body } as never, { body: z.unknown() } as never, {})
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

  it.each([
    [{ name: '\ud800' }, 422, 'invalid'],
    [{ ['\udc00']: 1 }, 422, 'invalid'],
    [[{ a: ['\0'] }], 422, 'invalid'],
    [nested(9000), 400, 'malformed'],
  ])('is refused: %#', (body, status, code) => {
    expect(() => send(body)).toThrow(expect.objectContaining({ status, code }))
  })
  it('leaves emoji and nested lists alone', () => {
    expect(send({ a: '🌱', b: nested(20) }).body).toBeDefined()
  })
  it('is refused from 41 lists within each other', () => {
    expect(send(nested(41)).body).toBeDefined()
    expect(() => send(nested(42))).toThrow(
      expect.objectContaining({ status: 400, code: 'malformed' }),
    )
  })
})

describe('an older path', () => {
  const id = '0190aaaa-0000-7000-8000-000000000000'
  const read = (body: unknown, to: Record<string, string> = { team_id: 'id' }) =>
    readSent(
      { params: {}, query: {}, body } as never,
      { params: z.object({ id: z.string().optional() }), body: z.unknown() } as never,
      to,
    )

  it.each<[string, unknown, Record<string, string>, unknown]>([
    ['its fields name what the call is about', { team_id: id, name: 'a' }, { id }, { name: 'a' }],
    ['a field that is no text names nothing', { team_id: 1, name: 'a' }, { id: '' }, { name: 'a' }],
    ['no body', undefined, {}, undefined],
    ['null', null, {}, undefined],
    ['a text', 'abc', {}, 'abc'],
    ['a number', 5, {}, 5],
    ['true', true, {}, true],
  ])('%s', (_, body, params, rest) => {
    expect(read(body)).toEqual({ params, body: rest })
  })
  it('without renamed fields, a body is as it was sent', () => {
    expect(read({ team_id: id }, {})).toEqual({ params: {}, body: { team_id: id } })
  })
})
