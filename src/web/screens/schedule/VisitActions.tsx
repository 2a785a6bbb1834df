import { ActionIcon, Button, Menu } from '@mantine/core'
import { Check, ChevronDown, CreditCard, Ellipsis, FileText, Link2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { LocalDate } from '../../../domain/dates.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { dayLabel } from '../../ui/when.ts'
import { CompleteDialog, HoldSheet, PlaceSheet, VisitMenu } from './dialogs.tsx'
import css from './forms.module.css'
import { chargeVisit, completeVisit, openPayLink, skipVisit, type CompleteWish, type Place } from './visit-acts.ts'
import { chargeRefusal, linkRefusal } from './visit-refusals.ts'
import { customerText, serviceText } from './visit-text.ts'

type ActsProps = { visit: Visit; today: LocalDate; byCrew: boolean }

/** Complete, with the choice of charging the card on file. Crews never choose: the customer's own agreement decides. */
export function CompleteButton({
  visit,
  today,
  byCrew,
  size = 'sm',
  onDone,
  full = false,
}: ActsProps & { size?: string; onDone?: () => void; full?: boolean }) {
  const [busy, setBusy] = useState(false)
  // Kept while the dialog slides out, or its text would vanish before it does.
  const [asked, setAsked] = useState<{ wish: CompleteWish; opened: boolean } | null>(null)
  const refusal = visitRules.complete({ ...visit, today, by_crew: byCrew })
  const label = <>Complete</>
  const run = async (wish: CompleteWish) => {
    setBusy(true)
    const done = await completeVisit(visit, wish)
    setBusy(false)
    if (done === 'ask') setAsked({ wish, opened: true })
    else if (done) onDone?.()
  }
  const look = { size, loading: busy, fullWidth: full, leftSection: <Check size={17} aria-hidden /> }
  const choice = !byCrew && visit.customer.has_card_on_file && !refusal
  return (
    <>
      {choice ? (
        <Menu position="bottom-end" width={250} shadow="md">
          <Menu.Target>
            <Button {...look} rightSection={<ChevronDown size={16} aria-hidden />}>
              {label}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<CreditCard size={18} aria-hidden />} onClick={() => void run({ collect: true })}>
              Complete &amp; charge
            </Menu.Item>
            <Menu.Item leftSection={<FileText size={18} aria-hidden />} onClick={() => void run({ collect: false })}>
              Complete, invoice only
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Refusable {...look} refusal={refusal} onClick={() => void run({ collect: false })}>
          {label}
        </Refusable>
      )}
      {asked && (
        <CompleteDialog
          visit={visit}
          today={today}
          opened={asked.opened}
          onClose={() => setAsked({ ...asked, opened: false })}
          onConfirm={(day) => run({ ...asked.wish, ...day, confirm_future: true })}
        />
      )}
    </>
  )
}

/** What brings in the money of a completed visit. */
export function CollectButtons({ visit }: { visit: Visit }) {
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
          Charge now
        </Refusable>
      )}
      <Refusable variant="default" refusal={linkRefusal(visit)} leftSection={<Link2 size={17} aria-hidden />} onClick={() => void openPayLink(visit)}>
        Pay link
      </Refusable>
    </>
  )
}

/** Asks, then cancels one date. */
export function CancelDialog({
  visit,
  opened,
  onClose,
  place,
  request_id,
  onDone,
}: {
  visit: Visit
  opened: boolean
  onClose: () => void
  place: Place
  request_id?: string | undefined
  onDone?: () => void
}) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Cancel this appointment?"
      confirm="Cancel Appointment"
      cancel="Keep it"
      danger
      onConfirm={async () => {
        if (await skipVisit(visit, place, { request_id })) onDone?.()
      }}
    >
      {`${customerText(visit)}, ${serviceText(visit)} on ${dayLabel(visit.date)}. The other dates of the series stay.`}
    </ConfirmDialog>
  )
}

type MoreProps = ActsProps & { onEdit?: () => void; onReschedule?: () => void; onCancel: () => void; size?: number }

/** Everything else that can be done with a visit. */
export function MoreActions({ size = 36, ...acts }: MoreProps) {
  const { visit } = acts
  const [isOpen, setOpen] = useState(false)
  const [sheet, setSheet] = useState<'hold' | 'place' | null>(null)
  const close = useCallback(() => setOpen(false), [])
  const closeSheet = useCallback(() => setSheet(null), [])
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={270} shadow="md">
        <Menu.Target>
          <ActionIcon className={css.more} variant="default" size={size} aria-label={`More for ${customerText(visit)}`}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <VisitMenu {...acts} opened={isOpen} onClose={close} onSheet={setSheet} />
        </Menu.Dropdown>
      </Menu>
      <HoldSheet visit={visit} opened={sheet === 'hold'} onClose={closeSheet} />
      <PlaceSheet visits={[visit]} opened={sheet === 'place'} onClose={closeSheet} />
    </>
  )
}
