import { Anchor, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  stepsAfterLogin,
  stepsBeforeLogin,
  signupSteps,
  signupStepText,
  type SignupStep,
} from '../../../domain/signup.ts'
import { welcomeText } from '../../../domain/text.ts'

type Props = {
  title: string
  step: SignupStep | null
  organization: string | null
  /** Where "Log in" returns to; absent for a signed-in person. */
  loginNext?: string | undefined
  children: ReactNode
}

/** What every sign-up page shares: the welcome, the card, how far one is. */
export function SignupFrame({ title, step, organization, loginNext, children }: Props) {
  const at = step ? signupSteps.indexOf(step) + 1 : 0
  const of =
    at > stepsBeforeLogin.length
      ? stepsBeforeLogin.length + stepsAfterLogin.length
      : stepsBeforeLogin.length
  return (
    <Stack gap="md" mx="auto" px="md" pt={{ base: 'xs', sm: 'xl' }} pb="xl" maw={560} w="100%">
      <Stack gap={4} align="center">
        <Text fw={700} fz="lg" ta="center">
          {welcomeText}
        </Text>
        <Title order={1} ta="center">
          {title}
        </Title>
        {loginNext && (
          <Text c="dimmed">
            Have an account already?{' '}
            <Anchor
              href={`/login?next=${encodeURIComponent(loginNext)}`}
              underline="always"
              display="inline-block"
              py={10}
              px={4}
            >
              Log in
            </Anchor>
          </Text>
        )}
      </Stack>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'xl' }} shadow="sm" bg="var(--fh-surface)">
        {children}
      </Paper>
      {step && (
        <Stack gap={6}>
          <Progress
            value={(at / of) * 100}
            size="sm"
            aria-label={`Progress of your sign-up: ${signupStepText(step)}`}
          />
          <Text ta="center" c="dimmed" fz="sm">
            {signupStepText(step)}
            {organization ? ` · ${organization}` : ''}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}
