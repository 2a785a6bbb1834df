import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import type { Service } from '../../../domain/base/service.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'

export const servicesQuery = api['GET /api/owner/services'].query()
type Services = Answer<Calls['GET /api/owner/services']>

/** Turns a service on or off; shown immediately, reverted if the server refuses. */
export function useAvailability() {
  const cache = useQueryClient()
  const put = (service: Service) =>
    cache.setQueryData<Services>(
      servicesQuery.queryKey,
      (known) =>
        known && {
          services: known.services.map((one) =>
            one.id === service.id ? { ...one, ...service } : one,
          ),
        },
    )
  return useMutation({
    mutationFn: (service: Service) =>
      api['PATCH /api/owner/services/{id}']({
        params: { id: service.id },
        body: { active: !service.active, version: service.version },
      }),
    onMutate: (service) => put({ ...service, active: !service.active }),
    onSuccess: put,
    onError: (error, service) => {
      put(service)
      toast.failed(error, 'Failed to toggle availability')
    },
  })
}
