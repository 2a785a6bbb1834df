import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, errorText } from '../../app/client.ts'
import { meQuery } from '../../app/me.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { claimKey } from '../../shared/wizard/place.ts'
import { signupWords } from '../../../words/en/signup.ts'
import { useWords } from '../../app/words.ts'
import { SignupFrame, type BusinessView } from './SignupFrame.tsx'

/** Makes the answers of the sign-up theirs who just signed in. */
export function useClaim(token: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: claimKey(token),
    staleTime: Infinity,
    retry: 1,
    queryFn: async () => {
      const answer = await api['POST /api/users/signup/claim']({ body: { lead_token: token } })
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      return answer
    },
  })
}

/** While the answers are being taken over, or could not be. */
export function Claiming({
  organization,
  error,
  retry,
}: {
  organization: BusinessView
  error: Error | null
  retry: () => void
}) {
  const words = useWords(signupWords)
  return (
    <SignupFrame title={words.finishSetup} step={null} organization={organization}>
      {error ? (
        <Failure text={errorText(error, words.notSaved)} retry={retry} />
      ) : (
        <Bars rows={2} />
      )}
    </SignupFrame>
  )
}
