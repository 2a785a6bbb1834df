import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { Customer } from '../../../domain/customers/customer.ts'
import { referralRules } from '../../../domain/customers/referral.ts'
import { api } from '../../app/client.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { customerName } from '../../shared/customers/queries.ts'

/**
 * A customer's referral link, for the office to pass on. Loaded with the details, since copying to
 * the clipboard must not wait for a request.
 */
export default function ReferralLink({ customer }: { customer: Customer }) {
  const referral = useQuery(
    api['GET /api/owner/customers/{id}/referral'].query({ params: { id: customer.id } }),
  ).data
  const label = 'Copy referral link'
  const of = { size: 'sm', 'aria-label': `${label} of ${customerName(customer)}` } as const
  if (referral?.link) return <CopyButton text={referral.link} label={label} {...of} />
  return (
    <Refusable
      variant="default"
      leftSection={<Copy size={16} aria-hidden />}
      refusal={referral ? referralRules.share(referral) : null}
      loading={!referral}
      {...of}
    >
      {label}
    </Refusable>
  )
}
