import { Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { frameWords } from '../../words/en/frame.ts'
import { useWords } from '../app/words.ts'
import { Sheet } from './Sheet.tsx'
import { SheetFoot } from './SheetFoot.tsx'
import { toast } from './toast.tsx'
import { Leave } from './unsaved.tsx'
import { uiWords } from '../../words/en/ui.ts'

type ConfirmProps = {
  opened: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  /** The button's text: the action itself, not "OK". */
  confirm: string
  cancel?: string
  danger?: boolean
  /** Runs the action; if it fails, the dialog stays open and shows why. */
  onConfirm: () => unknown
  failure?: string
}

/** Asks before an action that is hard to undo. */
export const ConfirmDialog = ({ opened, title, ...question }: ConfirmProps) => (
  <Sheet opened={opened} onClose={question.onClose} title={title} size="sm">
    <Question {...question} />
  </Sheet>
)

/** The same question inside a sheet that is open already. */
export function Question({
  onClose,
  children,
  confirm,
  cancel,
  danger = false,
  onConfirm,
  failure,
}: Omit<ConfirmProps, 'opened' | 'title'>) {
  const words = useWords(uiWords)
  const { failed } = useWords(frameWords)
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.failed(error, failure ?? failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {typeof children === 'string' ? <Text>{children}</Text> : children}
      <SheetFoot>
        <Leave disabled={busy}>{cancel ?? words.cancel}</Leave>
        <Button
          color={danger ? 'red' : undefined}
          onClick={() => void act()}
          loading={busy}
          data-autofocus
        >
          {confirm}
        </Button>
      </SheetFoot>
    </>
  )
}
