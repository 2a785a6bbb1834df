import { z } from 'zod'
import { NewAddress } from '../domain/base/contact.ts'
import { NewLocation, ServiceLocation } from '../domain/customers/customer.ts'
import { locationRules } from '../domain/flows/portal.ts'
import { anyOffice, defineCalls, officeAndAdmin } from './kit.ts'

const Locations = z.object({ locations: z.array(ServiceLocation) })

/** A customer's service addresses, as the office keeps them. */
export const locations = defineCalls({
  'GET /api/owner/customers/{id}/locations': {
    summary: 'A customer’s service addresses, the default one first',
    roles: officeAndAdmin,
    ok: Locations,
  },
  'POST /api/owner/customers/{id}/locations': {
    summary: 'Add a service address; the first becomes the default',
    roles: anyOffice,
    body: NewLocation,
    ok: ServiceLocation,
    status: 201,
    idempotent: true,
    errors: { too_many_locations: 409 },
  },
  'PUT /api/owner/locations/{id}': {
    summary: 'Change a service address',
    roles: anyOffice,
    body: NewAddress.extend({ label: NewLocation.shape.label }),
    ok: ServiceLocation,
  },
  'PUT /api/owner/locations/{id}/default': {
    summary: 'Make a service address the customer’s default',
    roles: anyOffice,
    ok: Locations,
  },
  'DELETE /api/owner/locations/{id}': {
    summary: 'Remove a service address that no current work uses',
    roles: anyOffice,
    ok: Locations,
    rules: [locationRules.remove],
  },
})
