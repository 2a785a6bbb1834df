import { Stack, Card, Checkbox, Kbd, Text, Title } from '@mantine/core'
import { crewRoles, inviterRoles, officeRoles } from '../../../domain/base/roles.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { CalendarCard } from './CalendarCard.tsx'
import { ErasureCard } from './ErasureCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { PushCard } from './PushCard.tsx'
import { useState } from 'react'
import { setSingleKeys, singleKeys } from '../../ui/shell-key.ts'
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
  const hasKeys = useHasRole(...inviterRoles)
  return (
    <Stack gap="lg">
      <ProfileCard />
      <NotificationsCard />
      {hasCalendar && <CalendarCard />}
      {!isHelped && <SecurityCards />}
      {isOffice && !isHelped && <PushCard />}
      {hasKeys && <KeysCard />}
      {!isHelped && <ErasureCard />}
    </Stack>
  )
}

/** Keyboard shortcuts, and a switch to turn off the single-key ones. */
function KeysCard() {
  const words = useWords(accountWords)
  const [isOn, setOn] = useState(singleKeys)
  return (
    <Card component="section" aria-labelledby="keys" padding="lg" visibleFrom="sm">
      <Stack gap="sm">
        <Title order={2} id="keys">
          {words.keyboard}
        </Title>
        <Text fz="sm">
          <Kbd>/</Kbd> {words.keysOr} <Kbd>{'Ctrl'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysFind}{' '}
          <Kbd>{'Shift'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysQuick}
        </Text>
        <Checkbox
          label={words.singleKeys}
          description={words.singleKeysAbout}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked)
            setOn(checked)
          }}
        />
      </Stack>
    </Card>
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
