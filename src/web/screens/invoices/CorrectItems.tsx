import { Menu } from '@mantine/core'
import { FilePenLine, FileX, Gift, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { invoiceRules } from '../../../domain/invoice.ts'
import type { Refusal } from '../../../domain/rule.ts'
import { takeCreditOff } from './CorrectDialogs.tsx'
import type { Detail } from './InvoiceActions.tsx'
import type { OfferedActs } from './offered-acts.ts'

type Props = {
  invoice: Detail['invoice']
  offered: OfferedActs
  replace: () => void
  writeOff: () => void
  restore: () => void
}

/** Ways to correct an issued invoice or to give it up; refused ones say why. */
export function CorrectItems({ invoice, offered, replace, writeOff, restore }: Props) {
  return (
    <>
      {offered.correct && (
        <>
          <Item
            label="Void and replace"
            icon={<FilePenLine size={16} aria-hidden />}
            refusal={invoiceRules.replace(invoice)}
            act={replace}
          />
          <Item
            label="Give up as uncollectible"
            icon={<FileX size={16} aria-hidden />}
            refusal={invoiceRules.writeOff(invoice)}
            act={writeOff}
          />
        </>
      )}
      {offered.creditOff && (
        <Item
          label="Take credit off"
          icon={<Gift size={16} aria-hidden />}
          refusal={invoiceRules.takeCreditOff(invoice)}
          act={() => void takeCreditOff(invoice)}
        />
      )}
      {offered.restore && (
        <Item
          label="Open again"
          icon={<RotateCcw size={16} aria-hidden />}
          refusal={invoiceRules.restore(invoice)}
          act={restore}
        />
      )}
    </>
  )
}

type ItemProps = { label: string; icon: ReactNode; refusal: Refusal | null; act: () => void }

const Item = ({ label, icon, refusal, act }: ItemProps) => (
  <Menu.Item leftSection={icon} disabled={refusal !== null} onClick={act}>
    {refusal ? `${label} — ${refusal.sentence}` : label}
  </Menu.Item>
)
