import { Avatar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { roleLabel } from '../../../domain/roles.ts'
import type { CrewMember } from '../../../domain/team.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './crews.module.css'
import { personLabel } from './queries.ts'

const statusWords = { invited: 'Invited', active: 'Active', inactive: 'Inactive' } as const

/** A crew person and what can be done about them. */
export function PersonRow({ person, children }: { person: CrewMember; children: ReactNode }) {
  const label = personLabel(person)
  return (
    <li className={classes.person}>
      <Avatar name={label} color="initials" radius="xl" aria-hidden alt="" />
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
          {person.role !== 'crew_member' && <StatusChip tone="wait">{roleLabel(person.role)}</StatusChip>}
          {person.status !== 'active' && <StatusChip tone={person.status === 'invited' ? 'info' : 'calm'}>{statusWords[person.status]}</StatusChip>}
        </div>
      </div>
      <div className={classes.acts}>{children}</div>
    </li>
  )
}
