import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, FileX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerInput, ConsentRequest } from '../../../domain/money/consent-request.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api } from '../../app/client.ts'
import { AgreeToLimit } from '../../shared/money/AgreeToLimit.tsx'
import { moneyWords } from '../../../words/en/money.ts'
import { queryClient } from '../../app/query-client.ts'
import { Bars, BusinessHead } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'
import { DeadLink } from './DeadLink.tsx'

/** Behind the link in a message: agreeing to a higher limit, without signing in. */
export default function Agree() {
  const words = useWords(moneyWords)
  const { token = '' } = useParams({ strict: false })
  const query = api['GET /api/public/consent/{token}'].query({ params: { token } })
  const page = useQuery({ ...query, staleTime: 0 })
  const answer = async (body: AnswerInput) =>
    queryClient.setQueryData(
      query.queryKey,
      await api['POST /api/public/consent/{token}']({ params: { token }, body }),
    )
  return (
    <Stack gap="md" mx="auto" px="md" py="lg" maw={520} w="100%">
      {page.data && (
        <BusinessHead name={page.data.organization_name} logo={page.data.organization_logo} />
      )}
      {page.data ? (
        <Paper
          withBorder
          radius="lg"
          p={{ base: 'md', sm: 'xl' }}
          bg="var(--fh-surface)"
          component="section"
        >
          <Answered request={page.data} />
          {(page.data.answer === null || page.data.answer === 'declined') && (
            <AgreeToLimit request={page.data} answer={answer} />
          )}
        </Paper>
      ) : page.error ? (
        <DeadLink
          error={page.error}
          failure={words.agreeNotShown}
          retry={() => void page.refetch()}
          busy={page.isFetching}
        />
      ) : (
        <Bars rows={1} height={220} />
      )}
    </Stack>
  )
}

function Answered({ request }: { request: ConsentRequest }) {
  const words = useWords(moneyWords)
  const { answer, new_cap_cents, old_cap_cents } = request
  const limit = formatCents(new_cap_cents)
  if (answer === 'agreed')
    return (
      <Said icon={<CircleCheck />} title={words.agreedTitle}>
        {words.agreedText(limit)}
      </Said>
    )
  if (answer === 'declined')
    return <Said title={words.declinedTitle}>{words.declinedText(formatCents(old_cap_cents))}</Said>
  if (answer === 'overtaken')
    return (
      <Said icon={<FileX2 />} title={words.overtakenTitle}>
        {words.overtakenText}
      </Said>
    )
  return <Said title={words.agreeTitle(limit)} />
}

type SaidProps = { icon?: ReactNode; title: string; children?: ReactNode }
const Said = ({ icon, title, children }: SaidProps) => (
  <Stack gap="xs" mb="md" component="output">
    {icon}
    <Title order={1} fz="h2">
      {title}
    </Title>
    {children && <Text component="div">{children}</Text>}
  </Stack>
)
