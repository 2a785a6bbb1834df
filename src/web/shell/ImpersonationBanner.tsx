import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, errorText } from '../client.ts'
import { restartAs, type Me } from '../me.ts'
import { nowMs } from '../server-time.ts'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

/**
 * Shown while an admin impersonates someone; the state is on the server, so it survives reloads.
 */
export function ImpersonationBanner({ me }: { me: Me }) {
  const words = useWords(shellWords)
  const [busy, setBusy] = useState(false)
  const endsAt = me.impersonation_ends_at
  useEffect(() => {
    if (!endsAt) return
    // The server ends the impersonation after an hour; the data on screen would be the other
    // person's.
    const timer = setTimeout(
      () => restartAs('/app/impersonate'),
      Math.max(0, Date.parse(endsAt) - nowMs()) + 500,
    )
    return () => clearTimeout(timer)
  }, [endsAt])
  const stop = async () => {
    setBusy(true)
    try {
      await api['POST /api/admin/impersonate/stop']()
      restartAs('/app/impersonate')
    } catch (error) {
      setBusy(false)
      // An alert, not a toast: an admin stuck in another account must not miss it.
      alert(errorText(error, words.stopFailed))
    }
  }
  return (
    <section className="shell-banner" aria-label={words.impersonation}>
      <span>
        {words.actingAs} <strong>{me.name ?? me.email}</strong>
        {me.real_user && <> — {words.signedInAs(me.real_user.name ?? me.real_user.email ?? '')}</>}
      </span>
      <Button size="compact-sm" color="dark.9" onClick={() => void stop()} loading={busy}>
        {words.stopImpersonating}
      </Button>
    </section>
  )
}
