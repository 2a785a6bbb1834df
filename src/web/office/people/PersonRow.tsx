import { ActionIcon, Menu } from '@mantine/core'
import {
  Ellipsis,
  History,
  KeyRound,
  ShieldOff,
  LogOut,
  QrCode,
  RotateCcw,
  Store,
  UserX,
} from 'lucide-react'
import { roleLabel, type Role } from '../../../domain/base/roles.ts'
import { staffRules, type StaffPerson } from '../../../domain/people/staff.ts'
import { useMe } from '../../app/me.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useMenu } from '../../ui/use-menu.ts'
import { momentLabel } from '../../ui/when.ts'
import css from '../../ui/rows.module.css'
import { labelOf, useReactivate, useSignOut } from './queries.ts'

type Props = {
  person: StaffPerson
  canHandOver: boolean
  changeRole: () => void
  dismiss: () => void
  handOver: () => void
  /** Null for those who may not. */
  resetFactor: (() => void) | null
  history: () => void
  setUpDevice: () => void
}

const statusWords = { invited: 'Invited', active: 'Active', inactive: 'No access' } as const
const tones = { invited: 'info', active: 'good', inactive: 'calm' } as const

/** One person: role, team, when they were last here, and what can be changed. */
export function PersonRow(props: Props) {
  const { person } = props
  const label = labelOf(person)
  return (
    <li className={css.row}>
      <PersonAvatar name={label} url={person.avatar_url} />
      <div className={css.who}>
        <strong>{label}</strong>
        {person.name && person.email && <span className={css.soft}>{person.email}</span>}
        {!person.email && <span className={css.soft}>No email: signs in by QR code or text</span>}
        <span className={css.soft}>{presenceOf(person)}</span>
      </div>
      <div className={css.chips}>
        <StatusChip tone="wait">{roleLabel(person.role)}</StatusChip>
        {person.team && <StatusChip>{person.team}</StatusChip>}
        {person.status !== 'active' && (
          <StatusChip tone={tones[person.status]}>{statusWords[person.status]}</StatusChip>
        )}
      </div>
      <Acts {...props} />
    </li>
  )
}

function presenceOf({ status, last_seen_at, sessions, ended_at }: StaffPerson): string {
  if (status === 'inactive') return ended_at ? `Access ended ${momentLabel(ended_at)}` : 'No access'
  const seen = last_seen_at ? `Last seen ${momentLabel(last_seen_at)}` : 'Never signed in'
  if (!sessions) return seen
  return `${seen} · signed in on ${sessions === 1 ? 'one device' : `${sessions} devices`}`
}

/** What the rules allow: people cannot change their own access. */
function Acts({ history, ...props }: Props) {
  const me = useMe()
  const menu = useMenu()
  const reactivate = useReactivate()
  const { person } = props
  const actor = { id: me.id, role: (me.roles.includes('owner') ? 'owner' : 'manager') as Role }
  return (
    <Menu {...menu} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={`More about ${labelOf(person)}`}
          loading={reactivate.isPending}
        >
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!staffRules.end({ actor, target: person }) && (
          <Access {...props} reactivate={() => reactivate.mutate(person)} />
        )}
        <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={history}>
          History
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type AccessProps = Omit<Props, 'history'> & { reactivate: () => void }

function Access(props: AccessProps) {
  const { person, canHandOver, changeRole, dismiss, handOver, reactivate, setUpDevice } = props
  const { resetFactor } = props
  const signOut = useSignOut()
  return person.status === 'inactive' ? (
    <Menu.Item leftSection={<RotateCcw size={16} aria-hidden />} onClick={reactivate}>
      Reactivate
    </Menu.Item>
  ) : (
    <>
      <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={changeRole}>
        Change role or team
      </Menu.Item>
      {staffRules.setUpDevice(person) === null && (
        <Menu.Item leftSection={<QrCode size={16} aria-hidden />} onClick={setUpDevice}>
          Set up their phone
        </Menu.Item>
      )}
      {person.sessions !== 0 && (
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate(person)}
        >
          Sign out their devices
        </Menu.Item>
      )}
      {resetFactor && person.has_second_factor && (
        <Menu.Item leftSection={<ShieldOff size={16} aria-hidden />} onClick={resetFactor}>
          Reset their second factor
        </Menu.Item>
      )}
      {canHandOver && staffRules.handOver(person) === null && (
        <Menu.Item leftSection={<Store size={16} aria-hidden />} onClick={handOver}>
          Hand the business over
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<UserX size={16} aria-hidden />} onClick={dismiss}>
        Deactivate
      </Menu.Item>
    </>
  )
}
