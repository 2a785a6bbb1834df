import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Circle } from 'lucide-react'
import { useEffect } from 'react'
import type { SetupPart } from '../../../domain/base/onboarding.ts'
import { api } from '../../app/client.ts'
import { meQuery, useMe } from '../../app/me.ts'
import classes from './setup-card.module.css'
import { finishedEarlier, forgetFinished } from '../../shared/wizard/finish-later.ts'

const asked: Record<SetupPart, string> = {
  phone: 'A phone number your customers can call',
  address: 'The address of your business',
  kyc: 'Verification, so that you can take card and bank payments',
  hours: 'Your business hours',
}

/** The section of the settings that holds each part. */
const sections: Record<SetupPart, string> = {
  phone: 'business',
  address: 'address',
  kyc: 'payments',
  hours: 'hours',
}

/**
 * What is missing from the owner's setup: linked to the wizard while it can be finished, then to
 * Settings.
 */
export function SetupCard() {
  const { setup } = useMe()
  const cache = useQueryClient()
  const code = setup?.code ?? null

  useEffect(() => {
    const earlier = finishedEarlier()
    if (!earlier) return
    if (earlier !== code) return forgetFinished()
    void api['POST /api/public/owner-onboard/{code}/complete']
      .safe({ params: { code }, body: { completed: true } })
      .then((done) => {
        if (!done.ok) return
        forgetFinished()
        return cache.invalidateQueries({ queryKey: meQuery.queryKey })
      })
  }, [code, cache])

  if (!setup || (setup.missing.length === 0 && !code)) return null
  const wizard = code && `/admin/owner-onboard/${encodeURIComponent(code)}`
  return (
    <Card component="section" aria-labelledby="setup-left" mb="lg" className="fh-no-print">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} fz="h3" id="setup-left">
            Finish setting up your business
          </Title>
          {wizard && (
            <Button component="a" href={wizard} size="sm">
              Continue setup
            </Button>
          )}
        </Group>
        {setup.missing.length > 0 ? (
          <ul className={classes.left}>
            {setup.missing.map((part) => (
              <li key={part}>
                <a
                  href={
                    wizard ? `${wizard}?step=${part}` : `/app/settings?section=${sections[part]}`
                  }
                >
                  <Circle size={17} aria-hidden />
                  <span>{asked[part]}</span>
                  <ChevronRight size={17} aria-hidden />
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <Text c="dimmed">
            Customers have everything they need. The last steps show what Fieldhive costs.
          </Text>
        )}
      </Stack>
    </Card>
  )
}
