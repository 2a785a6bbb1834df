import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PasskeysCard } from '../../shared/account/PasskeysCard.tsx'
import { secondFactorQuery } from '../../shared/account/FactorCard.tsx'
import { SecondFactorCard } from '../../shared/account/SecondFactorCard.tsx'
import { accountWords } from '../../../words/en/account.ts'
import { signIn, signOut } from '../../app/auth.ts'
import { restartAs } from '../../app/me.ts'
import { safePath } from '../../app/safe-path.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../app/words.ts'

const route = getRouteApi('/public/second-factor')

/** Where people land who signed in with a password alone and need more. */
export default function SecondFactorGate() {
  const words = useWords(accountWords)
  const next = safePath(route.useSearch().next)
  const state = useQuery(secondFactorQuery)
  // Once it is set up here, the codes stay on screen until they are kept.
  const [wasOn, setWasOn] = useState<boolean | null>(null)
  if (state.data && wasOn === null) setWasOn(state.data.is_on)
  return (
    <Stack gap="md" mx="auto" px="md" py="xl" maw={560} w="100%">
      <Title order={1}>{words.gateTitle}</Title>
      <Text>{wasOn ? words.gateSignIn : words.gateSetUp}</Text>
      {wasOn ? (
        <SignInAgain next={next} />
      ) : (
        <>
          <PasskeysCard order={2} onSetUp={() => restartAs(next)} />
          <SecondFactorCard order={2} onSetUp={() => restartAs(next)} />
        </>
      )}
      <Group>
        <Button variant="subtle" onClick={() => void signOut()}>
          {words.gateSignOut}
        </Button>
      </Group>
    </Stack>
  )
}

function SignInAgain({ next }: { next: string }) {
  const words = useWords(accountWords)
  const again = () =>
    void signIn({ next, shows_form: true }).catch((error: unknown) =>
      toast.failed(error, words.gateSignInAgain),
    )
  return (
    <Group>
      <Button onClick={again}>{words.gateSignInAgain}</Button>
    </Group>
  )
}
