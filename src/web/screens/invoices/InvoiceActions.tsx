import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import {
  Ban,
  CalendarClock,
  CreditCard,
  EllipsisVertical,
  FileCheck2,
  HandCoins,
  Link2,
  Mail,
  Printer,
} from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import { closedMoney, invoiceGroup, invoiceRules } from '../../../domain/invoice.ts'
import { hasRole, officeRoles } from '../../../domain/roles.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { useMe } from '../../me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { DueDateSheet } from './DueDateSheet.tsx'
import { reloadAround, useInvoiceActs } from './invoice-acts.ts'
import { invoiceTitle } from '../../money/InvoiceRows.tsx'
import { MarkPaidSheet } from './MarkPaidSheet.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useMenu } from '../../ui/use-menu.ts'

export type Detail = Answer<Calls['GET /api/invoices/{id}']>

/** The acts an invoice allows its reader; those a rule refuses stay in sight and say why. */
export function InvoiceActions({ detail }: { detail: Detail }) {
  const { invoice, permissions } = detail
  const isOffice = hasRole(useMe().roles, officeRoles)
  const isOpen = !closedMoney.has(invoice.status)
  // Customers see their own invoices; staff see those of others.
  const isPayer =
    useMe().roles.every((role) => role === 'user') &&
    invoiceGroup(invoice.status) === 'open' &&
    invoice.balance_cents > 0
  const acts = useInvoiceActs(invoice)

  // Whether money can be collected and there is a card, only the server knows; it answers with the same sentences.
  const chargeRefusal = invoiceRules.charge({
    ...invoice,
    can_collect: true,
    has_payment_method: true,
  })
  // A leader who may not see prices sees zeros; whether anything is owed is then the server's to say.
  const linkRefusal = invoiceRules.payLink({
    status: invoice.status,
    total_cents: detail.money_hidden ? 1 : invoice.balance_cents,
  })
  const hasMenu = isOffice || permissions.can_send
  return (
    <Group gap="xs" className="fh-no-print">
      {isOffice && invoice.status === 'draft' && (
        <Button
          leftSection={<FileCheck2 size={17} aria-hidden />}
          loading={acts.busy === 'open'}
          onClick={() => void acts.open()}
        >
          Open invoice
        </Button>
      )}
      {isPayer && (
        <Refusable
          refusal={linkRefusal}
          leftSection={<CreditCard size={17} aria-hidden />}
          loading={acts.busy === 'pay'}
          onClick={() => void acts.payNow()}
        >
          Pay now
        </Refusable>
      )}
      {permissions.can_send && (
        <Refusable
          refusal={linkRefusal}
          variant={invoice.status === 'draft' ? 'default' : 'filled'}
          leftSection={<Link2 size={17} aria-hidden />}
          loading={acts.busy === 'paylink'}
          onClick={() => void acts.payLink()}
        >
          Send pay link
        </Refusable>
      )}
      {isOffice && isOpen && (
        <Refusable
          refusal={chargeRefusal}
          variant="default"
          leftSection={<CreditCard size={17} aria-hidden />}
          disabled={acts.busy === 'charge'}
          onClick={() => void acts.charge()}
        >
          {acts.busy === 'charge' || invoice.status === 'processing' ? 'Charging…' : 'Charge now'}
        </Refusable>
      )}
      {!hasMenu && (
        <Button
          variant="default"
          leftSection={<Printer size={17} aria-hidden />}
          onClick={() => print()}
        >
          Print
        </Button>
      )}
      {hasMenu && <MoreMenu detail={detail} acts={acts} isOffice={isOffice} isOpen={isOpen} />}
    </Group>
  )
}

type MoreProps = {
  detail: Detail
  acts: ReturnType<typeof useInvoiceActs>
  isOffice: boolean
  isOpen: boolean
}

/** What is done seldom, and its sheets. */
function MoreMenu({ detail, acts, isOffice, isOpen }: MoreProps) {
  const { invoice, permissions, customer } = detail
  const menu = useMenu()
  const marking = useSheet('mark-paid')
  const dating = useSheet('due-date')
  const voiding = useSheet('void')
  const voidRefusal = invoiceRules.voidIt(invoice)
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
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {permissions.can_send && customer.email && (
            <Menu.Item
              leftSection={<Mail size={16} aria-hidden />}
              disabled={invoice.status === 'processing'}
              onClick={() => void acts.emailLink(customer.email)}
            >
              Email pay link
            </Menu.Item>
          )}
          {permissions.can_mark_paid && (
            <Menu.Item
              leftSection={<HandCoins size={16} aria-hidden />}
              onClick={() => marking.show(true)}
            >
              Mark paid
            </Menu.Item>
          )}
          {permissions.can_edit_due_date && (
            <Menu.Item
              leftSection={<CalendarClock size={16} aria-hidden />}
              onClick={() => dating.show(true)}
            >
              Edit due date
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => print()}>
            Print
          </Menu.Item>
          {isOffice && isOpen && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<Ban size={16} aria-hidden />}
              disabled={voidRefusal !== null}
              onClick={() => voiding.show(true)}
            >
              {voidRefusal ? `Void — ${voidRefusal.sentence}` : 'Void'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {marking.opened && <MarkPaidSheet invoice={invoice} onClose={marking.hide} />}
      {dating.opened && <DueDateSheet invoice={invoice} onClose={dating.hide} />}
      <VoidDialog invoice={invoice} opened={voiding.opened} onClose={voiding.hide} />
    </>
  )
}

function VoidDialog({
  invoice,
  opened,
  onClose,
}: {
  invoice: Detail['invoice']
  opened: boolean
  onClose: () => void
}) {
  const [voidKey] = useState(newIdempotencyKey)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Void ${invoiceTitle(invoice)}?`}
      confirm="Void invoice"
      danger
      failure="Failed to save changes"
      onConfirm={async () => {
        await api['POST /api/invoices/{id}/void']({
          params: { id: invoice.id },
          body: {},
          idempotency_key: voidKey,
        })
        toast.done('Invoice voided')
        await reloadAround(invoice.id)
      }}
    >
      Nothing can be collected on it any more, and its pay link ends. This cannot be undone.
    </ConfirmDialog>
  )
}
