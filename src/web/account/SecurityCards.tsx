import { Stack, Title } from '@mantine/core'
import { useWords } from '../words.ts'
import { NumbersCard } from './NumbersCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'
import { accountWords } from './words.ts'

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
