import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../client.ts'
import { meQuery } from '../../me.ts'
import { toast } from '../../ui/toast.tsx'

const route = getRouteApi('/app/account')

/** The link in a confirmation mail leads here with its token: it is sent once and leaves the address. */
export function useConfirmEmail(): void {
  const { confirm_email: token } = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (!token || sent.current === token) return
    sent.current = token
    void navigate({ search: (now) => ({ ...now, confirm_email: undefined }), replace: true })
    api['POST /api/users/confirm-email']({ body: { token } }).then(
      (me) => {
        cache.setQueryData(meQuery.queryKey, me)
        toast.done('Your e-mail address is confirmed')
      },
      (error: unknown) => toast.failed(error, 'Could not confirm the e-mail address'),
    )
  }, [token, navigate, cache])
}
