import type { ButtonProps } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { impersonationRefusal } from '../../domain/base/data-file.ts'
import { useMe } from '../app/me.ts'
import { Refusable } from './Refusable.tsx'
import { saveFile, type FileName } from './save-file.ts'
import { toast } from './toast.tsx'

type Props = ButtonProps & {
  /** The name of the saved file. */
  name: FileName
  read: () => Promise<unknown>
  /** Shown if the file cannot be read. */
  failure: string
  'aria-label'?: string
  /** A form to fill in, which support may save while acting as somebody. */
  isEmpty?: boolean
}

/** Reads a file from the server and saves it. */
export function SaveButton({ name, read, failure, isEmpty, ...look }: Props) {
  const isDenied = useMe().impersonating && !isEmpty && !name.endsWith('.pdf')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile((await read()) as string | Blob, name)
    } catch (error) {
      toast.failed(error, failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Refusable
      refusal={isDenied ? impersonationRefusal : null}
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      {...look}
      loading={busy}
      onClick={() => void save()}
    />
  )
}
