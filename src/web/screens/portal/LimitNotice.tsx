import { useQuery } from '@tanstack/react-query'
import type { AnswerInput } from '../../../domain/consent-request.ts'
import { formatCents } from '../../../domain/money.ts'
import { api } from '../../client.ts'
import { AgreeToLimit } from '../../money/AgreeToLimit.tsx'
import { moneyWords } from '../../money/words.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../words.ts'
import { limitQuery, reloadBilling } from '../../portal/queries.ts'

/** Asks the customer to agree to a higher limit; renders nothing if there is none to agree to. */
export function LimitNotice() {
  const words = useWords(moneyWords)
  const request = useQuery(limitQuery).data?.request
  if (!request) return null
  const answer = async (body: AnswerInput) => {
    const { answer: given } = await api['POST /api/users/consent-request']({ body })
    if (given === 'agreed') toast.done(words.agreedTitle)
    await reloadBilling()
  }
  return (
    <Notice title={words.agreeTitle(formatCents(request.new_cap_cents))}>
      <AgreeToLimit request={request} answer={answer} compact />
    </Notice>
  )
}
