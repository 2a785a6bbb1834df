import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import {
  Ban,
  CalendarClock,
  CreditCard,
  Download,
  EllipsisVertical,
  FileCheck2,
  HandCoins,
  Link2,
  Pencil,
  Printer,
  Send,
} from 'lucide-react'
import { invoiceRules } from '../../../domain/money/invoice.ts'
import { useMe } from '../../app/me.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { ApprovalSheet } from './ApprovalSheet.tsx'
import { download } from '../money/papers.ts'
import {
  DueDateSheet,
  openAgain,
  ReplaceDialog,
  WriteOffDialog,
  CorrectItems,
} from './CorrectDialogs.tsx'
import { useInvoiceActs, type Detail } from './invoice-acts.ts'
import { offeredActs, type OfferedActs } from './offered-acts.ts'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { MarkPaidSheet } from './MarkPaidSheet.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useMenu } from '../../ui/use-menu.ts'
import { useWords } from '../../app/words.ts'
import { VoidDialog, WaiveSheet } from './VoidDialogs.tsx'
import { invoiceWords } from '../../../words/en/invoice.ts'

type Acts = ReturnType<typeof useInvoiceActs>
type Props = { detail: Detail; acts: Acts; offered: OfferedActs }

/** The actions an invoice allows its reader; refused ones stay visible and say why. */
export function InvoiceActions({ detail }: { detail: Detail }) {
  const words = useWords(invoiceWords)
  const props = {
    detail,
    acts: useInvoiceActs(detail.invoice),
    offered: offeredActs(detail, useMe().roles),
  }
  return (
    <Group gap="xs" className="fh-no-print fh-many-acts">
      <OpenAndPay {...props} />
      <LinkAndCharge {...props} />
      {props.offered.menu ? (
        <MoreMenu {...props} />
      ) : (
        <>
          <Button
            variant="default"
            leftSection={<Download size={17} aria-hidden />}
            onClick={() => void download(detail.invoice, 'pdf')}
          >
            {words.pdf}
          </Button>
          {detail.invoice.has_receipt && (
            <Button
              variant="default"
              leftSection={<Download size={17} aria-hidden />}
              onClick={() => void download(detail.invoice, 'receipt')}
            >
              {words.receipt}
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

function OpenAndPay({ detail, acts, offered }: Props) {
  const words = useWords(invoiceWords)
  const editing = useSheet('edit-draft')
  return (
    <>
      {offered.edit && (
        <>
          <Button
            variant="default"
            leftSection={<Pencil size={17} aria-hidden />}
            onClick={() => editing.show(true)}
          >
            Edit draft
          </Button>
          {editing.opened && <InvoiceSheet detail={detail} opened onClose={editing.hide} />}
        </>
      )}
      {offered.open && (
        <Button
          variant="default"
          leftSection={<FileCheck2 size={17} aria-hidden />}
          loading={acts.busy === 'open'}
          onClick={() => void acts.open()}
        >
          Finalize
        </Button>
      )}
      {offered.pay && (
        <Refusable
          refusal={offered.linkRefusal}
          leftSection={<CreditCard size={17} aria-hidden />}
          loading={acts.busy === 'pay'}
          onClick={() => void acts.payNow()}
        >
          {words.payNow}
        </Refusable>
      )}
    </>
  )
}

function LinkAndCharge({ detail: { invoice, customer }, acts, offered }: Props) {
  const words = useWords(invoiceWords)
  const approving = useSheet('approval')
  return (
    <>
      {offered.link && (
        <Refusable
          refusal={offered.linkRefusal}
          leftSection={<Send size={17} aria-hidden />}
          loading={acts.busy === 'send'}
          onClick={() => void acts.send()}
        >
          {invoice.sent_at ? words.sendAgain : words.send}
        </Refusable>
      )}
      {offered.charge && (
        <Refusable
          refusal={offered.chargeRefusal}
          variant="default"
          leftSection={<CreditCard size={17} aria-hidden />}
          disabled={acts.busy === 'charge'}
          onClick={() => void acts.charge(() => approving.show(true))}
        >
          {acts.busy === 'charge' || invoice.status === 'processing' ? 'Charging…' : 'Charge now'}
        </Refusable>
      )}
      {approving.opened && (
        <ApprovalSheet
          key={approving.key}
          invoice={invoice}
          customer_name={customer.name}
          onClose={approving.hide}
        />
      )}
    </>
  )
}

/** Rarely used actions and their sheets. */
function MoreMenu(props: Props) {
  const words = useWords(invoiceWords)
  const { invoice } = props.detail
  const menu = useMenu()
  const marking = useSheet('mark-paid')
  const dating = useSheet('due-date')
  const voiding = useSheet('void')
  const replacing = useSheet('replace')
  const givingUp = useSheet('write-off')
  return (
    <>
      <Menu
        {...menu}
        position="bottom-end"
        width={220}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={words.more}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <MoreItems
          {...props}
          mark={() => marking.show(true)}
          date={() => dating.show(true)}
          voidIt={() => voiding.show(true)}
          replace={() => replacing.show(true)}
          writeOff={() => givingUp.show(true)}
        />
      </Menu>
      {marking.opened && <MarkPaidSheet invoice={invoice} onClose={marking.hide} />}
      {dating.opened && <DueDateSheet invoice={invoice} onClose={dating.hide} />}
      {invoice.source === 'late_fee' ? (
        voiding.opened && <WaiveSheet invoice={invoice} onClose={voiding.hide} />
      ) : (
        <VoidDialog invoice={invoice} opened={voiding.opened} onClose={voiding.hide} />
      )}
      <ReplaceDialog invoice={invoice} opened={replacing.opened} onClose={replacing.hide} />
      <WriteOffDialog invoice={invoice} opened={givingUp.opened} onClose={givingUp.hide} />
    </>
  )
}

type Openers = Record<'mark' | 'date' | 'voidIt' | 'replace' | 'writeOff', () => void>

function MoreItems({ detail, acts, offered, mark, date, voidIt, ...closing }: Props & Openers) {
  const words = useWords(invoiceWords)
  const { invoice, permissions } = detail
  return (
    <Menu.Dropdown>
      {offered.link && (
        <Menu.Item
          leftSection={<Link2 size={16} aria-hidden />}
          disabled={offered.linkRefusal !== null}
          onClick={() => void acts.copyLink()}
        >
          {words.copyLink}
        </Menu.Item>
      )}
      {permissions.can_mark_paid && (
        <Menu.Item leftSection={<HandCoins size={16} aria-hidden />} onClick={mark}>
          {words.markPaid}
        </Menu.Item>
      )}
      {permissions.can_edit_due_date && (
        <Menu.Item leftSection={<CalendarClock size={16} aria-hidden />} onClick={date}>
          {words.editDueDate}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => void download(invoice, 'pdf')}
      >
        {words.pdf}
      </Menu.Item>
      {invoice.has_receipt && (
        <Menu.Item
          leftSection={<Download size={16} aria-hidden />}
          onClick={() => void download(invoice, 'receipt')}
        >
          {words.receipt}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
        {words.print}
      </Menu.Item>
      <CorrectItems
        invoice={invoice}
        offered={offered}
        restore={() => void openAgain(invoice)}
        {...closing}
      />
      {offered.voidIt && <VoidItem invoice={invoice} voidIt={voidIt} />}
    </Menu.Dropdown>
  )
}

function VoidItem({ invoice, voidIt }: { invoice: Detail['invoice']; voidIt: () => void }) {
  const refusal = invoiceRules.voidIt(invoice)
  const label = invoice.source === 'late_fee' ? 'Waive late fee' : 'Void'
  return (
    <Menu.Item
      c="var(--mantine-color-error)"
      leftSection={<Ban size={16} aria-hidden />}
      disabled={refusal !== null}
      onClick={voidIt}
    >
      {refusal ? `${label} — ${refusal.sentence}` : label}
    </Menu.Item>
  )
}
