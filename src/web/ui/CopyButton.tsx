import { Button, type ButtonProps } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords, wordsNow } from '../app/words.ts'
import { toast } from './toast.tsx'
import { uiWords } from '../../words/en/ui.ts'

/** Copies text to the clipboard and confirms it for a moment. */
export function CopyButton({
  text,
  label,
  ...rest
}: { text: string; label?: string } & ButtonProps) {
  const words = useWords(uiWords)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      variant="default"
      leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {...rest}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <span aria-live="polite">{copied ? words.copied : (label ?? words.copy)}</span>
    </Button>
  )
}

/** True if the text was copied; otherwise it has shown a message. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Plain-http hosts have no clipboard API: select and copy the old way.
    const area = Object.assign(document.createElement('textarea'), { value: text })
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    if (!done) toast.problem(wordsNow(uiWords).copyFailed)
    return done
  }
}
