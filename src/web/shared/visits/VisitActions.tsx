import { ActionIcon, Button, Menu } from '@mantine/core'
import { Check, ChevronDown, CreditCard, Ellipsis, FileText, Link2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { CustomerRequest } from '../../../domain/schedule/request.ts'
import { visitRules, type Visit } from '../../../domain/schedule/visit.ts'
import { Question } from '../../ui/ConfirmDialog.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { dayLabel } from '../../ui/when.ts'
import { CompleteDialog, VisitMenu } from '../../app/sheets.ts'
import css from '../../ui/forms.module.css'
import {
  chargeVisit,
  completeVisit,
  openPayLink,
  skipVisit,
  type CompleteInput,
  type Place,
} from './visit-acts.ts'
import { chargeRefusal, linkRefusal } from './visit-refusals.ts'
import { customerText, serviceText } from './visit-text.ts'
import { useMenu } from '../../ui/use-menu.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type ActsProps = { visit: Visit; today: LocalDate; byCrew: boolean }

/** Complete, with the choice of charging the card on file. Crews never choose: the customer's own agreement decides. */
export function CompleteButton({
  visit,
  today,
  byCrew,
  size = 'sm',
  onDone,
  full = false,
  variant,
  sheet = `complete-${visit.id}`,
}: ActsProps & {
  size?: string
  variant?: string
  onDone?: () => void
  full?: boolean
  /** Names the dialog in the address. */
  sheet?: string
}) {
  const words = useWords(visitWords)
  const [busy, setBusy] = useState(false)
  const menu = useMenu()
  const asking = useSheet<CompleteInput>(sheet)
  const wish = asking.about
  const refusal = visitRules.complete({ ...visit, today, by_crew: byCrew })
  const run = async (wish: CompleteInput) => {
    setBusy(true)
    const done = await completeVisit(visit, wish)
    setBusy(false)
    if (done === 'ask') asking.show(wish)
    else if (done) onDone?.()
  }
  const look = {
    size,
    ...(variant ? { variant } : {}),
    loading: busy,
    fullWidth: full,
    leftSection: <Check size={17} aria-hidden />,
  }
  const choice = !byCrew && visit.customer.has_card_on_file && !refusal
  return (
    <>
      {choice ? (
        <Menu {...menu} position="bottom-end" width={250} shadow="md">
          <Menu.Target>
            <Button {...look} rightSection={<ChevronDown size={16} aria-hidden />}>
              {words.complete}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<CreditCard size={18} aria-hidden />}
              onClick={() => void run({ collect: true })}
            >
              {words.completeAndCharge}
            </Menu.Item>
            <Menu.Item
              leftSection={<FileText size={18} aria-hidden />}
              onClick={() => void run({ collect: false })}
            >
              {words.completeInvoiceOnly}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Refusable {...look} refusal={refusal} onClick={() => void run({ collect: false })}>
          {words.complete}
        </Refusable>
      )}
      {wish && (
        <CompleteDialog
          visit={visit}
          today={today}
          opened={asking.opened}
          onClose={asking.hide}
          onConfirm={(day) => run({ ...wish, ...day, confirm_future: true })}
        />
      )}
    </>
  )
}

/** What brings in the money of a completed visit. */
export function CollectButtons({ visit }: { visit: Visit }) {
  const words = useWords(visitWords)
  const [busy, setBusy] = useState(false)
  const charge = async () => {
    setBusy(true)
    await chargeVisit(visit)
    setBusy(false)
  }
  return (
    <>
      {visit.customer.has_card_on_file && (
        <Refusable
          variant="default"
          refusal={chargeRefusal(visit)}
          loading={busy}
          leftSection={<CreditCard size={17} aria-hidden />}
          onClick={() => void charge()}
        >
          {words.chargeNow}
        </Refusable>
      )}
      <Refusable
        variant="default"
        refusal={linkRefusal(visit)}
        leftSection={<Link2 size={17} aria-hidden />}
        onClick={() => void openPayLink(visit)}
      >
        {words.payLink}
      </Refusable>
    </>
  )
}

type CancelProps = {
  visit: Visit
  onClose: () => void
  place: Place
  /** The customer's request that this answers. */
  request?: CustomerRequest | null | undefined
  onDone?: () => void
}

/** Asks, then cancels one date. */
export const CancelDialog = ({ opened, ...question }: CancelProps & { opened: boolean }) => (
  <Sheet
    opened={opened}
    onClose={question.onClose}
    title={useWords(visitWords).cancelTitle}
    size="sm"
  >
    <CancelQuestion {...question} />
  </Sheet>
)

/** The same question inside the sheet of the visit. */
export function CancelQuestion({ visit, onClose, place, request, onDone }: CancelProps) {
  const words = useWords(visitWords)
  // Who cancels for a customer who took that back meanwhile is refused: the visit stays as it is.
  const [asked] = useState(request)
  return (
    <Question
      onClose={onClose}
      confirm={words.cancelAppointment}
      cancel={words.keepIt}
      danger
      onConfirm={async () => {
        if (await skipVisit(visit, place, { request_id: asked?.id })) onDone?.()
      }}
    >
      {words.cancelText(customerText(visit), serviceText(visit), dayLabel(visit.date))}
    </Question>
  )
}

type MoreProps = ActsProps & {
  onEdit?: () => void
  onReschedule?: () => void
  onCancel: () => void
  /** Asks why the visit is to wait. */
  onHold: () => void
  /** Asks where a visit on hold is to go. */
  onPlace: () => void
  size?: number
}

/** Everything else that can be done with a visit. */
export function MoreActions({ size = 36, ...acts }: MoreProps) {
  const { visit } = acts
  const words = useWords(visitWords)
  const menu = useMenu()
  const { onChange } = menu
  const close = useCallback(() => onChange(false), [onChange])
  return (
    <Menu {...menu} position="bottom-end" width={270} shadow="md">
      <Menu.Target>
        <ActionIcon
          className={css.more}
          variant="default"
          size={size}
          aria-label={words.moreFor(customerText(visit))}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <VisitMenu {...acts} opened={menu.opened} onClose={close} />
      </Menu.Dropdown>
    </Menu>
  )
}
