import { z } from 'zod'
import { NewService, Service, ServiceFollowers, ServicePatch } from '../domain/base/service.ts'
import { defineCalls, officeAndAdmin } from './kit.ts'

export const services = defineCalls({
  'GET /api/owner/services': {
    summary: 'List the organization’s services, active ones first',
    roles: officeAndAdmin,
    ok: z.object({ services: z.array(Service) }),
  },
  'POST /api/owner/services': {
    summary: 'Add a service',
    roles: officeAndAdmin,
    body: NewService,
    ok: Service,
    status: 201,
    idempotent: true,
  },
  'POST /api/owner/services/many': {
    summary: 'Add several services at once; names that are offered already are left out',
    roles: officeAndAdmin,
    body: z.object({ services: z.array(NewService).min(1, 'Choose a service').max(40) }),
    ok: z.object({ services: z.array(Service) }),
    status: 201,
  },
  'GET /api/owner/services/{id}/followers': {
    summary: 'How much scheduled work uses a service’s price and duration',
    roles: officeAndAdmin,
    ok: ServiceFollowers,
  },
  'PATCH /api/owner/services/{id}': {
    summary: 'Update a service or its availability',
    roles: officeAndAdmin,
    body: ServicePatch,
    ok: Service,
    errors: { stale: 409 },
  },
})
