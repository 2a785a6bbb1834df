import { Stack, Title } from '@mantine/core'
import { crewRoles, officeRoles } from '../../../domain/base/roles.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { CalendarCard } from './CalendarCard.tsx'
import { ErasureCard } from './ErasureCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { PushCard } from './PushCard.tsx'
import { useWords } from '../../app/words.ts'
import { accountWords } from '../../../words/en/account.ts'
import { NumbersCard } from './NumbersCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'

/** Personal settings, the same in Settings and on the account page. */
export function UserTab() {
  const isOffice = useHasRole(...officeRoles)
  const hasCalendar = useHasRole(...officeRoles, ...crewRoles)
  // Closed to support acting as this person.
  const isHelped = useMe().impersonating
  return (
    <Stack gap="lg">
      <ProfileCard />
      {hasCalendar && <CalendarCard />}
      {!isHelped && <SecurityCards />}
      {isOffice && !isHelped && <PushCard />}
      {!isHelped && <ErasureCard />}
    </Stack>
  )
}

/** How a person signs in, and where they are. */
export function SecurityCards() {
  const words = useWords(accountWords)
  return (
    <Stack component="section" gap="lg" aria-labelledby="security">
      <Title order={2} id="security">
        {words.signInSecurity}
      </Title>
      <NumbersCard />
      <PasskeysCard />
      <SecondFactorCard />
      <SessionsCard />
      <SignInsCard />
    </Stack>
  )
}
