import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Phone, Star } from 'lucide-react'
import { phoneText, callAddress } from '../../domain/base/contact.ts'
import { api, ApiError } from '../app/client.ts'
import { asksAgain } from '../app/live.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loaded, Page } from '../ui/Page.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import type { CrewTeam } from '../../api/crew.ts'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import css from './crew.module.css'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'

const teamQuery = api['GET /api/crew/team'].query()
asksAgain(['team_updated', 'profile_updated'], teamQuery.queryKey)

/** Who one works with, and their phones. */
export default function Team() {
  const words = useWords(crewWords)
  const team = useQuery(teamQuery)
  if (team.error instanceof ApiError && team.error.code === 'no_team') {
    return (
      <Page title={words.team} narrow>
        <EmptyState title={words.noTeam}>{words.noTeamText}</EmptyState>
      </Page>
    )
  }
  const [first, ...others] = team.data?.teams ?? []
  return (
    <Page
      title={first && others.length === 0 ? first.team.name : first ? words.yourTeams : words.team}
      about={
        first &&
        (others.length === 0 ? words.members(first.members.length) : words.teams(others.length + 1))
      }
      narrow
    >
      <Loaded of={team} failure={words.teamFailed}>
        {({ teams }) =>
          others.length === 0 ? (
            <Members members={teams[0]?.members ?? []} />
          ) : (
            <Stack gap="xl">
              {teams.map(({ team: { id, name }, members }) => (
                <section key={id} aria-labelledby={id}>
                  <Title order={2} id={id} mb="sm">
                    {name}{' '}
                    <Text span c="dimmed" fw={500}>
                      {members.length}
                    </Text>
                  </Title>
                  <Members members={members} />
                </section>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

type Person = CrewTeam['members'][number]

const Members = ({ members }: { members: readonly Person[] }) =>
  members.length === 0 ? (
    <NoMembers />
  ) : (
    <ul className={css.people}>
      {members.map((member) => (
        <Member key={member.id} member={member} />
      ))}
    </ul>
  )

function NoMembers() {
  return <Text c="dimmed">{useWords(crewWords).emptyTeam}</Text>
}

function Member({ member }: { member: Person }) {
  const words = useWords(crewWords)
  const name = member.name ?? words.crewMember
  return (
    <li className={css.person}>
      <PersonAvatar name={name} url={member.avatar_url} color="pine" size={46} />
      <span className={css.who}>
        <strong>
          {name}
          {member.is_you && ` ${words.you}`}
        </strong>
        <span>{member.phone_number ? phoneText(member.phone_number) : words.noPhone}</span>
        <span>
          <StatusChip
            tone={member.is_leader ? 'good' : 'calm'}
            title={member.is_leader ? words.leads : undefined}
          >
            {member.is_leader && (
              <Star size={12} aria-hidden style={{ marginRight: 4, verticalAlign: '-1px' }} />
            )}
            {words.role(member.role)}
          </StatusChip>
        </span>
      </span>
      {member.phone_number && !member.is_you && (
        <Button
          component="a"
          href={callAddress(member.phone_number)}
          variant="default"
          size="md"
          leftSection={<Phone size={18} aria-hidden />}
          aria-label={words.callTo(name)}
        >
          {words.call}
        </Button>
      )}
    </li>
  )
}
