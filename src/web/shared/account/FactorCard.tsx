import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SecondFactor } from '../../../api/second-factor.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useWords } from '../../app/words.ts'
import { RecoveryCodes, type Codes } from './SecondFactorParts.tsx'
import { accountWords } from '../../../words/en/account.ts'

export const secondFactorQuery = api['GET /api/me/second-factor'].query()

// The business may begin to require one, and the office may reset it.
asksAgain(['profile_updated', 'organization_updated'], secondFactorQuery.queryKey)

/** `order`: the level of its heading. `onSetUp`: once the account has a factor. */
export type FactorCardProps = { order?: 2 | 3; onSetUp?: () => void }

type Props = FactorCardProps & {
  id: string
  title: string
  about: string
  isOffered: (state: SecondFactor) => boolean
  /** What can be done; `done` takes the recovery codes of a first factor, which are shown before all else. */
  renderFactor: (state: SecondFactor, done: (codes: Codes | null) => void) => ReactNode
}

/** A way to prove a sign-in besides the password. */
export function FactorCard({ id, title, about, order = 3, onSetUp, ...props }: Props) {
  const { isOffered, renderFactor } = props
  const words = useWords(accountWords)
  const cache = useQueryClient()
  const state = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<Codes | null>(null)
  const finish = async () => {
    setCodes(null)
    await cache.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onSetUp?.()
  }
  const done = (recovery: Codes | null) => (recovery ? setCodes(recovery) : void finish())
  if (state.data && !isOffered(state.data)) return null
  return (
    <Card component="section" aria-labelledby={id} padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={order} id={id}>
            {title}
          </Title>
          <Text c="dimmed" fz="sm">
            {about}
          </Text>
        </div>
        <Loaded
          of={state}
          failure={words.secondFactorFailed}
          skeleton={<Bars rows={1} height={44} />}
        >
          {(data) =>
            codes ? (
              <RecoveryCodes codes={codes} onKept={() => void finish()} />
            ) : (
              renderFactor(data, done)
            )
          }
        </Loaded>
      </Stack>
    </Card>
  )
}
