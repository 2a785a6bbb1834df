import { Anchor, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  stepsAfterLogin,
  stepsBeforeLogin,
  signupSteps,
  signupStepPlace,
  type PublicOrganization,
  type SignupStep,
} from '../../../domain/flows/signup.ts'
import { BusinessHead } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'
import { signupWords } from '../../../words/en/signup.ts'

/** What a sign-up page shows of its business. */
export type BusinessView = Pick<PublicOrganization, 'name'> &
  Partial<Pick<PublicOrganization, 'logo'>>

type Props = {
  /** 'Create Account' by default. */
  title?: string
  step: SignupStep | null
  organization: BusinessView | null
  /** Where "Log in" returns to; absent for a signed-in person. */
  loginNext?: string | undefined
  children: ReactNode
}

/** What every sign-up page shares: the welcome, the card, how far one is. */
export function SignupFrame({ title, step, organization, loginNext, children }: Props) {
  const words = useWords(signupWords)
  const at = step ? signupSteps.indexOf(step) + 1 : 0
  const of =
    at > stepsBeforeLogin.length
      ? stepsBeforeLogin.length + stepsAfterLogin.length
      : stepsBeforeLogin.length
  const place = step && signupStepPlace(step)
  const stepText = place ? words.step(place.at, place.of) : ''
  return (
    <Stack gap="md" mx="auto" px="md" pt={{ base: 'xs', sm: 'xl' }} pb="xl" maw={560} w="100%">
      {organization && <BusinessHead {...organization} />}
      <Stack gap={4} align="center">
        <Text fw={700} fz="lg" ta="center">
          {words.welcome}
        </Text>
        <Title order={1} ta="center">
          {title ?? words.createAccount}
        </Title>
        {loginNext && (
          <Text c="dimmed">
            {words.haveAccount}{' '}
            <Anchor
              href={`/login?next=${encodeURIComponent(loginNext)}`}
              underline="always"
              display="inline-block"
              py={10}
              px={4}
            >
              {words.logIn}
            </Anchor>
          </Text>
        )}
      </Stack>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} shadow="sm" bg="var(--fh-surface)">
        {children}
      </Paper>
      {step && (
        <Stack gap={6}>
          <Progress value={(at / of) * 100} size="sm" aria-label={words.progress(stepText)} />
          <Text ta="center" c="dimmed" fz="sm">
            {stepText}
            {organization ? ` · ${organization.name}` : ''}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}
