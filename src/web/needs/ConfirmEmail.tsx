import { Button, Card, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../client.ts'
import { toast } from '../ui/toast.tsx'
import { useNeeds } from './queries.ts'

/** What waits because nobody in the office has confirmed their email. Renders nothing if nothing does. */
export default function ConfirmEmail() {
  const count = useNeeds().find(({ kind }) => kind === 'unconfirmed')?.count ?? 0
  const again = useMutation({
    mutationFn: () => api['POST /api/users/verification-mail'](),
    onSuccess: ({ sent }) => {
      if (sent) toast.done('Email sent. Open the link in it.')
      else toast.note('Confirm your email address where you sign in.')
    },
    onError: (error) => toast.failed(error, 'Failed to send the email'),
  })
  if (!count) return null
  return (
    <Card component="section" aria-labelledby="confirm-email" mb="lg" className="fh-no-print">
      <Group justify="space-between" gap="sm">
        <div>
          <Text component="h2" fw={600} id="confirm-email">
            Confirm your email: {count > 99 ? '99+' : count}{' '}
            {count === 1 ? 'message waits' : 'messages wait'}
          </Text>
          <Text fz="sm">
            Open the link in the email we sent you. What waits then goes out by itself.
          </Text>
        </div>
        <Button size="sm" loading={again.isPending} onClick={() => again.mutate()}>
          Send the email again
        </Button>
      </Group>
    </Card>
  )
}
