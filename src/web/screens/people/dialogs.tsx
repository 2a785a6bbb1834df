import { useQueryClient } from '@tanstack/react-query'
import type { StaffPerson } from '../../../domain/staff.ts'
import { api } from '../../client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { labelOf, refreshPeople } from './queries.ts'
import { unsentNote } from './unsent.ts'

type Props = { opened: boolean; onClose: () => void; person: StaffPerson | null }

/** Says what ending somebody's access does before it happens. */
export function DismissDialog({ opened, onClose, person }: Props) {
  const cache = useQueryClient()
  const label = person ? labelOf(person) : ''
  const unsent = person && unsentNote(person.role, null)
  const end = async () => {
    await api['POST /api/owner/people/{id}/deactivate']({ params: { id: person?.id ?? '' } })
    toast.done(`${label} no longer has access`)
    await refreshPeople(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Deactivate ${label}?`}
      confirm="Deactivate"
      danger
      onConfirm={end}
      failure="Failed to deactivate"
    >
      {label} is signed out on every device within seconds and can no longer open this business.
      What they did keeps their name. A running shift ends now. You can reactivate them later.
      {unsent && <p>{unsent}</p>}
    </ConfirmDialog>
  )
}

/** Offers the business to a manager, who has to accept. */
export function HandOverDialog({ opened, onClose, person }: Props) {
  const cache = useQueryClient()
  const label = person ? labelOf(person) : ''
  const offer = async () => {
    await api['POST /api/owner/people/{id}/hand-over']({ params: { id: person?.id ?? '' } })
    toast.done(`Offered to ${label}`)
    await refreshPeople(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Hand the business over to ${label}?`}
      confirm="Offer the business"
      danger
      onConfirm={offer}
      failure="Failed to offer the business"
    >
      {label} has a week to accept. From then on they own the business, with its payouts and its
      bill, and you are a manager. Until then you can take the offer back.
    </ConfirmDialog>
  )
}
