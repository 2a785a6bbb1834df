import { Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Sheet } from './Sheet.tsx'
import { toast } from './toast.tsx'
import { Leave } from './unsaved.tsx'

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  /** What the button says: the act itself, not "OK". */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Runs the act; the dialog stays open, with the reason said, when it fails. */
  onConfirm: () => unknown
  failure?: string
}

/** Asks before an act that cannot simply be taken back. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onConfirm,
  failure = 'Something went wrong.',
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.failed(error, failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Leave disabled={busy}>{cancel}</Leave>
          <Button
            color={danger ? 'red' : undefined}
            onClick={() => void act()}
            loading={busy}
            data-autofocus
          >
            {confirm}
          </Button>
        </>
      }
    >
      {typeof children === 'string' ? <Text>{children}</Text> : children}
    </Sheet>
  )
}
