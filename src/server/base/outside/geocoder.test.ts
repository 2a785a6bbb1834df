import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createGeocoder, pointIn } from './geocoder.ts'

const raleigh = { latitude: 35.78, longitude: -78.64 }

describe('the answer of an address service', () => {
  it.each([
    ['Nominatim', [{ lat: '35.78', lon: '-78.64', display_name: 'x' }], raleigh],
    ['Nominatim, not found', [], null],
    ['GeoJSON', { features: [{ geometry: { coordinates: [-78.64, 35.78] } }] }, raleigh],
    ['GeoJSON, not found', { features: [] }, null],
    [
      'US Census',
      { result: { addressMatches: [{ coordinates: { x: -78.64, y: 35.78 } }] } },
      raleigh,
    ],
    ['US Census, not found', { result: { addressMatches: [] } }, null],
    ['a point off the globe', [{ lat: '135', lon: '-78' }], null],
  ])('%s', (_case, answer, point) => {
    expect(pointIn(answer)).toEqual(point)
  })
  it.each([{ error: 'quota' }, 'sorry', null])('of another shape is an error: %j', (answer) => {
    expect(() => pointIn(answer)).toThrow('Invalid input')
  })
})

describe('asking an address service', () => {
  it('sends the address encoded, and says when the service refuses', async () => {
    const heard: string[] = []
    const server = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.statusCode = heard.length > 1 ? 429 : 200
      response.end(JSON.stringify([{ lat: 35.78, lon: -78.64 }]))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const locate = createGeocoder(`http://127.0.0.1:${port}/search?limit=1&q={address}`)!
    expect(await locate('12 Oak & Elm St, Raleigh, NC 27601')).toEqual(raleigh)
    expect(heard).toEqual([
      '/search?limit=1&q=12%20Oak%20%26%20Elm%20St%2C%20Raleigh%2C%20NC%2027601',
    ])
    await expect(locate('again')).rejects.toThrow('The address service answered 429.')
    server.close()
  })
  it('is off without an address', () => {
    expect(createGeocoder(undefined)).toBeNull()
  })
})
