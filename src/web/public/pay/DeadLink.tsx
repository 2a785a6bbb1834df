import { Anchor, Stack, Text, Title } from '@mantine/core'
import { FileX2 } from 'lucide-react'
import { ApiError, errorText } from '../../app/client.ts'
import { Failure } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'
import { payWords } from '../../../words/en/pay.ts'

type Props = { error: Error; retry: () => void; busy?: boolean; failure?: string }

/** Instead of what a link in a message opens: it has ended, which trying again does not change, or the page did not load. */
export function DeadLink({ error, retry, busy, failure }: Props) {
  const words = useWords(payWords)
  if (!isGone(error))
    return <Failure text={errorText(error, failure)} retry={retry} busy={busy ?? false} />
  return (
    <Stack align="center" ta="center" py="xl">
      <FileX2 size={44} aria-hidden />
      <Title order={1}>{words.linkEnded}</Title>
      <Text>{errorText(error)}</Text>
      {/* A link nobody knows names no business, so the page cannot show its phone number. */}
      <Text>{words.askSender}</Text>
      <Anchor href="/support" underline="always">
        {words.contactSupport}
      </Anchor>
    </Stack>
  )
}

/** Whether a link has ended. */
export const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404
