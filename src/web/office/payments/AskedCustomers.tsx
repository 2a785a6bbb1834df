import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { AskedCustomer } from '../../../domain/money/consent-request.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { useMe } from '../../app/me.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentDay } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'

const askedQuery = api['GET /api/owner/consent-requests'].query()
asksAgain(['customer_updated'], askedQuery.queryKey)

/** Autopay customers who have not agreed to the price of their planned work; nothing if all have. */
export function AskedCustomers() {
  const isOffice = hasRole(useMe().roles, officeRoles)
  const items = useQuery({ ...askedQuery, enabled: isOffice }).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Card component="section" aria-labelledby="asked" padding="md">
      <Title order={2} id="asked" fz="h4">
        Waiting for approval ({items.length})
      </Title>
      <Text c="dimmed" mb="xs">
        Their work costs more than they agreed to. Until they agree, they get a link to pay.
      </Text>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </Stack>
    </Card>
  )
}

function Row({ one }: { one: AskedCustomer }) {
  const again = useMutation({
    mutationFn: () => api['POST /api/owner/consent-requests/{id}/ask']({ params: { id: one.id } }),
    onSuccess: ({ sent }) =>
      sent
        ? toast.done('Asked again')
        : toast.problem('The question could not go out. The customer’s messages say why.'),
    onError: (error) => toast.failed(error, 'Could not ask again'),
  })
  return (
    <Group component="li" justify="space-between" gap="sm" py="xs" wrap="wrap">
      <div>
        <CustomerLink id={one.customer_id}>{one.customer_name ?? 'Customer'}</CustomerLink>
        <Text fz="sm" c="dimmed">
          {formatCents(one.old_cap_cents)} agreed, {formatCents(one.new_cap_cents)} asked on{' '}
          {momentDay(one.asked_at)}
        </Text>
      </div>
      <Group gap="sm">
        <StatusChip tone={one.answer === 'declined' ? 'bad' : 'wait'}>
          {one.answer === 'declined' ? 'Said no' : 'No answer yet'}
        </StatusChip>
        <Button
          variant="default"
          mih={44}
          leftSection={<Send size={16} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Ask again
        </Button>
      </Group>
    </Group>
  )
}
