import { Button, Stack, Alert, Group } from '@mantine/core'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { StaffPerson, OwnershipOffer } from '../../../domain/people/staff.ts'
import { useHasRole, restartAs, useMe } from '../../app/me.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { ResetFactorDialog } from '../../shared/teams/ResetFactorDialog.tsx'
import { DeviceCode } from '../../shared/teams/DeviceCode.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { RecordHistory } from '../../shared/history/RecordHistory.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { DismissDialog, HandOverDialog, RoleSheet } from './dialogs.tsx'
import css from '../../ui/rows.module.css'
import { PersonRow } from './PersonRow.tsx'
import { labelOf, peopleQuery, useResetFactor, refreshPeople } from './queries.ts'
import { roleLabel, type Role } from '../../../domain/base/roles.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { momentLabel } from '../../ui/when.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.tsx'

export type About = { person: StaffPerson }

/** Everyone who works here, and what they may do. */
export default function People() {
  const list = useQuery(peopleQuery)
  const role = useSheet<About>('role')
  const dismiss = useSheet<About>('dismiss')
  const handOver = useSheet<About>('hand-over')
  const factor = useSheet<About>('reset-factor')
  const history = useSheet<About>('history')
  const device = useSheet<About>('device')
  const isOwner = useHasRole('owner')
  return (
    <Page
      title="People"
      about="Everyone who works here, what they can do and when they were last active"
      actions={
        isOwner && (
          <Button component={Link} to="/app/crews" leftSection={<UserPlus size={17} aria-hidden />}>
            Invite people
          </Button>
        )
      }
    >
      <Loaded of={list} failure="Failed to load people" skeleton={<Bars rows={6} />}>
        {({ people, offer }) => (
          <Stack gap="lg">
            {offer && <OfferNotice offer={offer} />}
            <Erasures />
            <ul className={css.rows} aria-label="People">
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  canHandOver={isOwner && !offer}
                  changeRole={() => role.show({ person })}
                  dismiss={() => dismiss.show({ person })}
                  resetFactor={isOwner ? () => factor.show({ person }) : null}
                  handOver={() => handOver.show({ person })}
                  history={() => history.show({ person })}
                  setUpDevice={() => device.show({ person })}
                />
              ))}
            </ul>
          </Stack>
        )}
      </Loaded>
      <Sheet
        opened={history.opened}
        onClose={history.hide}
        title={history.about ? `History of ${labelOf(history.about.person)}` : 'History'}
      >
        {history.about && <RecordHistory record="person" id={history.about.person.id} />}
      </Sheet>
      <DeviceCode
        opened={device.opened}
        onClose={device.hide}
        person={device.about?.person ?? null}
      />
      <RoleSheet
        key={role.key}
        opened={role.opened}
        onClose={role.hide}
        person={role.about?.person ?? null}
      />
      <DismissDialog
        opened={dismiss.opened}
        onClose={dismiss.hide}
        person={dismiss.about?.person ?? null}
      />
      <LostFactor sheet={factor} />
      <HandOverDialog
        opened={handOver.opened}
        onClose={handOver.hide}
        person={handOver.about?.person ?? null}
      />
    </Page>
  )
}

function LostFactor({ sheet }: { sheet: ReturnType<typeof useSheet<About>> }) {
  const resetFactor = useResetFactor()
  const person = sheet.about?.person
  return (
    <ResetFactorDialog
      opened={sheet.opened}
      onClose={sheet.hide}
      label={person ? labelOf(person) : ''}
      reset={async () => person && resetFactor(person)}
    />
  )
}

const erasuresQuery = api['GET /api/owner/erasures'].query()

asksAgain(['team_updated'], erasuresQuery.queryKey)

type Unused = { dropped_cents: number; own_cents: number }
/** What becomes of their credit. */
const unusedText = ({ dropped_cents, own_cents }: Unused): string =>
  [
    dropped_cents > 0 && `. ${formatCents(dropped_cents)} of unused credit is dropped that day`,
    own_cents > 0 &&
      `. ${formatCents(own_cents)} of their credit is their own money: pay it back before`,
  ]
    .filter(Boolean)
    .join('')

/** Who asked for the deletion of their personal data, and when it happens. */
function Erasures() {
  const { data } = useQuery(erasuresQuery)
  if (!data?.erasures.length) return null
  return (
    <Alert color="yellow" variant="light" title="Personal data will be deleted">
      <ul style={{ margin: 0, paddingInlineStart: 20 }} aria-label="Deletion requests">
        {data.erasures.map(({ id, name, role, due_at, customer_id, ...credit }) => (
          <li key={id}>
            {customer_id ? <CustomerLink id={customer_id}>{name}</CustomerLink> : name} (
            {roleLabel(role as Role).toLowerCase()}), on {momentLabel(due_at)}
            {unusedText(credit)}
          </li>
        ))}
      </ul>
      Invoices, payments and hours stay, without their name. Open invoices have to be paid first.
    </Alert>
  )
}

const acts = {
  withdraw: api['POST /api/owner/hand-over/withdraw'],
  accept: api['POST /api/owner/hand-over/accept'],
  decline: api['POST /api/owner/hand-over/decline'],
}

/** An open offer of the business: the owner can take it back, the manager can accept it. */
function OfferNotice({ offer }: { offer: OwnershipOffer }) {
  const me = useMe()
  const until = momentLabel(offer.expires_at)
  if (me.id === offer.to.id)
    return (
      <Notice title={`${offer.from.name} wants to hand the business over to you`}>
        <p>
          You would own it, with its payouts and its bill, and {offer.from.name} would be a manager.
          The offer is open until {until}.
        </p>
        <Group gap="sm">
          <Act name="accept" label="Take the business over" />
          <Act name="decline" label="Decline" />
        </Group>
      </Notice>
    )
  if (me.id !== offer.from.id) return null
  return (
    <Notice title={`${offer.to.name} can take the business over until ${until}`}>
      <Act name="withdraw" label="Take the offer back" />
    </Notice>
  )
}

function Act({ name, label }: { name: keyof typeof acts; label: string }) {
  const cache = useQueryClient()
  const act = useMutation({
    mutationFn: () => acts[name](),
    onSuccess: () => (name === 'accept' ? restartAs('/app') : undefined),
    onError: (error) => toast.failed(error, 'Failed to save'),
    onSettled: () => refreshPeople(cache),
  })
  return (
    <Button
      variant={name === 'accept' ? 'filled' : 'default'}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      {label}
    </Button>
  )
}
