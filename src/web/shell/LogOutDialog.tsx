import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { signOut } from '../auth.ts'

/** Asks before logging out with unsent work on this phone. */
export function LogOutDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={waiting === 1 ? 'One change is not sent yet' : `${waiting} changes are not sent yet`}
      confirm="Log out"
      onConfirm={signOut}
      failure="Could not log out"
    >
      What waits for a connection stays on this phone and is sent when you log in here again.
    </ConfirmDialog>
  )
}
