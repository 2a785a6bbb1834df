import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  /** Who lost it. */
  label: string
  reset: () => Promise<unknown>
}

/** Lets somebody who lost their second factor sign in without it. */
export const ResetFactorDialog = ({ opened, onClose, label, reset }: Props) => (
  <ConfirmDialog
    opened={opened}
    onClose={onClose}
    title={`Reset the second factor of ${label}?`}
    confirm="Reset"
    danger
    onConfirm={async () => {
      await reset()
      toast.done(`${label} can sign in without it and set up a new one`)
    }}
    failure="Failed to reset the second factor"
  >
    Do this only if you know it is {label} who asks: call them, or see them. Their passkeys,
    authenticator app and recovery codes stop working, they are signed out everywhere, and we write
    to them about it.
  </ConfirmDialog>
)
