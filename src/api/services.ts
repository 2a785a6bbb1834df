import { z } from 'zod'
import { ListedService, NewService, Service, ServicePatch } from '../domain/service.ts'
import { defineCalls, officeAndAdmin } from './kit.ts'

export const services = defineCalls({
  'GET /api/owner/services': {
    summary: 'Every service of the organization, active first',
    roles: officeAndAdmin,
    ok: z.object({ services: z.array(ListedService) }),
  },
  'POST /api/owner/services': { summary: 'Add a service', roles: officeAndAdmin, body: NewService, ok: Service, status: 201, idempotent: true },
  'PATCH /api/owner/services/{id}': { summary: 'Change a service or its availability', roles: officeAndAdmin, body: ServicePatch, ok: Service },
})
