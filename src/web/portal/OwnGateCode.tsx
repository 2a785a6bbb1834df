import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/client.ts'
import { Looks } from '../shared/gate-codes/Looks.tsx'
import { gateCodeWords } from '../../words/en/gate-codes.ts'
import { useMe } from '../app/me.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'

/** That the business has the customer's gate code, and who saw it. Nothing where there never was one. */
export function OwnGateCode() {
  const words = useWords(gateCodeWords)
  const { theBusinessFirst } = useWords(portalWords)
  const business = useMe().organization_name ?? theBusinessFirst
  const own = useQuery(api['GET /api/users/gate-code-looks'].query()).data
  if (!own || (!own.has_gate_code && own.looks.length === 0)) return null
  return (
    <section aria-labelledby="gate-code">
      <Title order={2} id="gate-code" mb="sm">
        {words.yours}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text>{own.has_gate_code ? words.about(business) : words.gone}</Text>
        <Looks looks={own.looks} own />
      </Stack>
    </section>
  )
}
