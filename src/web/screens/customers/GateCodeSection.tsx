import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Customer } from '../../../domain/customer.ts'
import { api } from '../../client.ts'
import { Shown } from '../../gate-codes/GateCode.tsx'
import { Looks } from '../../gate-codes/Looks.tsx'
import { gateCodeWords } from '../../gate-codes/words.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useWords } from '../../words.ts'
import { Section } from './Section.tsx'

/** A customer's gate code, and who saw it. */
export function GateCodeSection({
  customer: { id, has_gate_code, version },
}: {
  customer: Customer
}) {
  const words = useWords(gateCodeWords)
  const looks = useQuery(
    api['GET /api/owner/customers/{id}/gate-code-looks'].query({ params: { id } }),
  )
  const see = () =>
    api['POST /api/owner/customers/{id}/gate-code-looks']({
      params: { id },
      body: { screen: 'customer' },
    }).finally(() => void looks.refetch())
  if (!has_gate_code && !looks.data?.looks.length) return null
  return (
    <Section title={words.gateCode}>
      <Stack gap="sm" align="flex-start">
        {has_gate_code && <Shown key={version} see={see} />}
        <Loaded of={looks} failure={words.looksFailed} skeleton={<Bars rows={1} height={24} />}>
          {(data) => <Looks looks={data.looks} />}
        </Loaded>
      </Stack>
    </Section>
  )
}
