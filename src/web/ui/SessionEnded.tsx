import { Alert, Anchor } from '@mantine/core'
import { useSessionEnded } from '../auth.ts'
import { useWords } from '../words.ts'
import { uiWords } from './words.ts'

/**
 * Shown in a sheet when the session has ended but unsaved input keeps the page open: signing in in
 * another tab is enough.
 */
export function SessionEnded() {
  const words = useWords(uiWords)
  if (!useSessionEnded()) return null
  return (
    <Alert color="honey" variant="light" role="alert" mb="md">
      {words.sessionEnded}{' '}
      <Anchor href="/login?next=%2Fapp" target="_blank" rel="noopener" inherit fw={600}>
        {words.logIn}
      </Anchor>
    </Alert>
  )
}
