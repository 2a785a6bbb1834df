import { Alert, Anchor } from '@mantine/core'
import { useSessionEnded } from '../auth.ts'

/** Shown in a sheet while the session is over and what was typed keeps its page: signing in elsewhere in the browser serves this page, too. */
export function SessionEnded() {
  if (!useSessionEnded()) return null
  return (
    <Alert color="honey" variant="light" role="alert" mb="md">
      Your session has ended. Log in again in another tab, then go on here: what you typed stays.{' '}
      <Anchor href="/login?next=%2Fapp" target="_blank" rel="noopener" inherit fw={600}>
        Log in
      </Anchor>
    </Alert>
  )
}
