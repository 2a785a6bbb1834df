import { Card, Group, Menu, Select, Text, Title } from '@mantine/core'
import { ArrowRightLeft, Star, StarOff, UserMinus } from 'lucide-react'
import { isInTeam, leavesTeam, type CrewMember, type Team } from '../../../domain/people/team.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { TeamTools } from '../../shared/teams/TeamTools.tsx'
import { useCrewActs } from '../../shared/teams/acts.ts'
import classes from './crews.module.css'
import { TeamTime } from './TeamTime.tsx'
import { PersonRow } from './PersonRow.tsx'
import { personLabel } from '../../shared/teams/queries.ts'

type Props = { team: Team; teams: readonly Team[]; crew: readonly CrewMember[] }

const countText = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

export function TeamCard({ team, teams, crew }: Props) {
  const members = crew.filter((person) => isInTeam(person, team.id))
  return (
    <Card component="section" aria-label={team.name} padding="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{team.name}</Title>
          <Text c="dimmed" fz="sm">
            {countText(members.length, 'person', 'people')} ·{' '}
            {countText(team.customer_count, 'customer', 'customers')}
          </Text>
        </div>
        <TeamTools team={team} teams={teams} />
      </Group>
      {members.length === 0 ? (
        <Text c="dimmed" my="sm">
          No one is in this team yet.
        </Text>
      ) : (
        <ul className={classes.people} aria-label={`Members of ${team.name}`}>
          {members.map((person) => (
            <Member key={person.id} person={person} team={team} teams={teams} />
          ))}
        </ul>
      )}
      <AddMember team={team} teams={teams} crew={crew} />
      <TeamTime team={team} members={members} />
    </Card>
  )
}

function Member({
  person,
  team,
  teams,
}: {
  person: CrewMember
  team: Team
  teams: readonly Team[]
}) {
  const acts = useCrewActs()
  const isLeader = person.role === 'crew_leader'
  const others = teams.filter(({ id }) => id !== team.id)
  const hasOne = person.role !== 'crew_owner'
  return (
    <PersonRow
      person={person}
      items={
        <>
          {hasOne && (
            <Menu.Item
              leftSection={
                isLeader ? <StarOff size={16} aria-hidden /> : <Star size={16} aria-hidden />
              }
              onClick={() => acts.lead.mutate(person)}
            >
              {isLeader ? 'Remove leader' : 'Make leader'}
            </Menu.Item>
          )}
          {hasOne &&
            others.map(({ id, name }) => (
              <Menu.Item
                key={id}
                leftSection={<ArrowRightLeft size={16} aria-hidden />}
                onClick={() => acts.move.mutate({ person, team_id: id })}
              >
                Move to {name}
              </Menu.Item>
            ))}
          <Menu.Item
            leftSection={<UserMinus size={16} aria-hidden />}
            onClick={() => acts.remove.mutate({ person, team_id: team.id })}
          >
            Remove from {team.name}
          </Menu.Item>
        </>
      }
    />
  )
}

/** Adds people without a team right away; asks before taking someone from another team. */
function AddMember({ team, teams, crew }: Props) {
  const acts = useCrewActs()
  const asking = useSheet<CrewMember>(`move-to-${team.id}`)
  const others = crew.filter((person) => !isInTeam(person, team.id))
  const free = others.filter((person) => person.team_id === null)
  const elsewhere = others.filter((person) => person.team_id !== null)
  if (others.length === 0) return null
  const option = (person: CrewMember) => ({
    value: person.id,
    label: person.team_id ? `${personLabel(person)} (${person.team})` : personLabel(person),
  })
  const choose = (id: string | null) => {
    const person = crew.find((one) => one.id === id)
    if (!person) return
    if (leavesTeam(person, team.id)) asking.show(person)
    else acts.add.mutate({ person, team_id: team.id })
  }
  const old = teams.find(({ id }) => id === asking.about?.team_id)?.name
  return (
    <>
      <Select
        aria-label={`Add a member to ${team.name}`}
        placeholder="Add member…"
        searchable
        nothingFoundMessage="No one found"
        mt="sm"
        maw={320}
        value={null}
        data={[
          { group: 'Without a team', items: free.map(option) },
          { group: 'In another team', items: elsewhere.map(option) },
        ].filter(({ items }) => items.length > 0)}
        onChange={choose}
      />
      <ConfirmDialog
        opened={asking.opened}
        onClose={asking.hide}
        title={`Move to ${team.name}?`}
        confirm="Move"
        failure="Failed to move member"
        onConfirm={() =>
          asking.about &&
          acts.move.mutateAsync({ person: asking.about, team_id: team.id }).catch(() => undefined)
        }
      >
        {asking.about
          ? `${personLabel(asking.about)} leaves ${old ?? 'their current team'}; a person belongs to one team at a time.`
          : ''}
      </ConfirmDialog>
    </>
  )
}
