import { ActionIcon, Menu, Text } from '@mantine/core'
import { Crown, Ellipsis, Send, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { roleLabel } from '../../../domain/base/roles.ts'
import type { CrewMember } from '../../../domain/people/team.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useCrewActs } from '../../shared/teams/acts.ts'
import classes from './crews.module.css'
import { personLabel } from '../../shared/teams/queries.ts'
import { useMenu } from '../../ui/use-menu.ts'

const statusWords = { invited: 'Invited', active: 'Active', inactive: 'Inactive' } as const

/** A crew person with their actions. */
export function PersonRow({
  person,
  items,
  children,
}: {
  person: CrewMember
  /** First in the menu of actions. */
  items?: ReactNode
  /** What is done with this person all the time. */
  children?: ReactNode
}) {
  const label = personLabel(person)
  return (
    <li className={classes.person}>
      <PersonAvatar name={label} url={person.avatar_url} />
      <div className={classes.who}>
        <Text fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        {person.name && person.email && (
          <Text c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        )}
        <div className={classes.chips}>
          {person.role !== 'crew_member' && (
            <StatusChip tone="wait">{roleLabel(person.role)}</StatusChip>
          )}
          {person.status !== 'active' && (
            <StatusChip tone={person.status === 'invited' ? 'info' : 'calm'}>
              {statusWords[person.status]}
            </StatusChip>
          )}
        </div>
      </div>
      {children && <div className={classes.acts}>{children}</div>}
      <div className={classes.more}>
        <More person={person} label={label} items={items} />
      </div>
    </li>
  )
}

type MoreProps = { person: CrewMember; label: string; items: ReactNode }

/** Where this person works and what they are; resending an invitation. */
function More({ person, label, items }: MoreProps) {
  const acts = useCrewActs()
  const isOwner = person.role === 'crew_owner'
  const menu = useMenu()
  return (
    <Menu {...menu} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`More about ${label}`}
          loading={[acts.role, acts.invite, acts.lead, acts.move, acts.remove].some(
            (act) => act.isPending,
          )}
        >
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items}
        {person.status === 'invited' && person.email && (
          <Menu.Item
            leftSection={<Send size={16} aria-hidden />}
            onClick={() => acts.invite.mutate(person)}
          >
            Send invite
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isOwner ? <User size={16} aria-hidden /> : <Crown size={16} aria-hidden />}
          onClick={() => acts.role.mutate({ person, role: isOwner ? 'crew_leader' : 'crew_owner' })}
        >
          {isOwner ? 'Make crew leader of one team' : 'Make crew owner of several teams'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
