import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api, errorText } from '../client.ts'
import { configQuery } from '../config.ts'
import { restartAs, type Me } from '../me.ts'
import { nowMs } from '../server-time.ts'
import { useWords } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'
import { Link } from '@tanstack/react-router'
import { hasRole } from '../../../domain/base/roles.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { useLiveState } from '../live.ts'
import { useIsOnline } from '../online.ts'

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

/** Shown to staff for as long as the organization's subscription has lapsed. */
export function ReadOnlyBanner({ me }: { me: Me }) {
  const words = useWords(shellWords)
  return (
    <section className="shell-notice" aria-label={words.readOnly}>
      <span>{words.readOnlyMessage}</span>
      {hasRole(me.roles, ['owner']) && (
        <Link to="/app/settings" search={{ tab: 'billing' }}>
          {words.goToBilling}
        </Link>
      )}
    </section>
  )
}

/** Whether the screen is receiving live updates. */
export function Connection() {
  const words = useWords(shellWords)
  const { offline } = useWords(frameWords)
  const isOnline = useIsOnline()
  const live = useLiveState()
  const state = isOnline ? live : 'offline'
  const text = { live: words.live, waiting: words.waiting, offline, off: '' }[state]
  return (
    <output className="shell-connection" data-state={state} hidden={state === 'off'}>
      {text}
    </output>
  )
}

/** Always shown if this server cannot move real money. */
export function SandboxMark() {
  const words = useWords(shellWords)
  const { data } = useQuery(configQuery)
  if (!data?.sandbox) return null
  return (
    <div className="shell-sandbox" title={words.sandbox}>
      <FlaskConical size={14} aria-hidden />
      <b>
        {words.sandboxShort}
        <span>{words.sandboxMore}</span>
      </b>
    </div>
  )
}
