import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../client.ts'
import { meQuery } from '../../me.ts'
import { accountWords } from '../../account/words.ts'
import { toast } from '../../ui/toast.tsx'
import { wordsNow } from '../../words.ts'

const route = getRouteApi('/app/account')

/** A confirmation e-mail links here with its token, which is sent once and removed from the URL. */
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
        toast.done(wordsNow(accountWords).emailConfirmed)
      },
      (error: unknown) => toast.failed(error, wordsNow(accountWords).emailNotConfirmed),
    )
  }, [token, navigate, cache])
}
