import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { addressLine } from '../../domain/base/contact.ts'
import type { VisitRequest } from '../../domain/schedule/visit-request.ts'
import { api } from '../app/client.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { toast } from '../ui/toast.tsx'
import { dayLabel, longDayLabel } from '../ui/when.ts'
import { useWords } from '../app/words.ts'
import { askVisitWords } from '../../words/en/ask-visit.ts'
import css from './portal.module.css'
import { reloadHome } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'

/** The visits the customer asked for, and what became of each. */
export default function AskedList({ requests }: { requests: readonly VisitRequest[] }) {
  const words = useWords(askVisitWords)
  return (
    <section aria-labelledby="asked-visits">
      <Title order={2} id="asked-visits" mb="sm">
        {words.askedVisits}
      </Title>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {requests.map((request) => (
          <Asked key={request.id} request={request} />
        ))}
      </Stack>
    </section>
  )
}

const tones = { requested: 'wait', scheduled: 'good', declined: 'calm', withdrawn: 'calm' } as const

function Asked({ request }: { request: VisitRequest }) {
  const words = useWords(askVisitWords)
  const { status, service_label, address, wished_on, planned_on, note, answer } = request
  const where = address && addressLine(address)
  const when = wished_on ? words.wishedOn(dayLabel(wished_on)) : words.anyDay
  return (
    <li className={css.line}>
      <div className={css.words}>
        <Group gap="xs">
          <Text fw={650}>{service_label ?? words.somethingElse}</Text>
          <StatusChip tone={tones[status]}>{words.asked(status)}</StatusChip>
        </Group>
        <Text c="dimmed">{[when, where].filter(Boolean).join(' · ')}</Text>
        {note && <Text className={css.said}>{note}</Text>}
        {planned_on && <Text>{words.plannedOn(longDayLabel(planned_on))}</Text>}
        {answer && <Text className={css.said}>{words.answered(answer)}</Text>}
      </div>
      {status === 'requested' && <Withdraw request={request} />}
    </li>
  )
}

function Withdraw({ request }: { request: VisitRequest }) {
  const words = useWords(portalWords)
  const withdraw = useMutation({
    mutationFn: () =>
      api['POST /api/users/visit-requests/{id}/withdraw']({ params: { id: request.id } }),
    onSuccess: () => toast.done(words.withdrawn),
    onError: (error) => toast.failed(error, words.requestFailed),
    onSettled: reloadHome,
  })
  return (
    <div className={css.acts}>
      <Button
        size="xs"
        variant="subtle"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
        aria-description={request.service_label ?? request.note ?? undefined}
      >
        {words.withdraw}
      </Button>
    </div>
  )
}
