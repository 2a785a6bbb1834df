import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, errorText } from '../client.ts'
import { restartAs, type Me } from '../me.ts'

/** Shown for as long as an admin acts as somebody else; the server says so, so it survives reloads. */
export function ImpersonationBanner({ me }: { me: Me }) {
  const [busy, setBusy] = useState(false)
  const endsAt = me.impersonation_ends_at
  useEffect(() => {
    if (!endsAt) return
    // When the hour is over the server takes us for ourselves again; what is on screen would be somebody else's.
    const timer = setTimeout(() => restartAs('/app/impersonate'), Math.max(0, Date.parse(endsAt) - Date.now()) + 500)
    return () => clearTimeout(timer)
  }, [endsAt])
  const stop = async () => {
    setBusy(true)
    try {
      await api['POST /api/admin/impersonate/stop']()
      restartAs('/app/impersonate')
    } catch (error) {
      setBusy(false)
      // An alert, not a toast: whoever cannot leave somebody else's account must not miss it.
      alert(errorText(error, 'Failed to stop impersonation'))
    }
  }
  return (
    <section className="shell-banner" aria-label="Impersonation">
      <span>
        You are acting as <strong>{me.name ?? me.email}</strong>
        {me.real_user && <> — signed in as {me.real_user.name ?? me.real_user.email}</>}
      </span>
      <Button size="compact-sm" color="dark.9" onClick={() => void stop()} loading={busy}>
        Stop impersonating
      </Button>
    </section>
  )
}
