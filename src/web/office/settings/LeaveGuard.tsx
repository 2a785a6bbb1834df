import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = { isDirty: boolean; what: string; keepsTabs?: boolean }

/** Asks before changes that are not saved are left. With `keepsTabs`, a move within the page loses nothing. */
export function LeaveGuard({ isDirty, what, keepsTabs = false }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(keepsTabs && current.pathname === next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes to {what} are not saved yet.
    </ConfirmDialog>
  )
}
