import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { signOut } from '../auth.ts'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

/** Asks before logging out with unsent work on this phone. */
export function LogOutDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const words = useWords(shellWords)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.unsentTitle(waiting)}
      confirm={words.logOut}
      onConfirm={signOut}
      failure={words.logOutFailed}
    >
      {words.unsentText}
    </ConfirmDialog>
  )
}
