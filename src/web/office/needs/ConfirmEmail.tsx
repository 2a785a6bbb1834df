import { Button, Card, Group, Text } from '@mantine/core'
import { useVerificationMail } from '../../shared/invoices/verification-mail.ts'
import { useNeeds } from './queries.ts'

/** What waits because nobody in the office has confirmed their email. Renders nothing if nothing does. */
export default function ConfirmEmail() {
  const count = useNeeds().find(({ kind }) => kind === 'unconfirmed')?.count ?? 0
  const again = useVerificationMail()
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
            Open the link in the email we sent you, and we’ll send what’s waiting.
          </Text>
        </div>
        <Button size="sm" loading={again.isPending} onClick={() => again.mutate()}>
          Send the email again
        </Button>
      </Group>
    </Card>
  )
}
