import { Card, Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { meQuery } from '../../me.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'

export const rulesQuery = api['GET /api/owner/sign-in-rules'].query()

/** Whether everybody who works here needs a second factor. */
export function SignInRulesCard() {
  const rules = useQuery(rulesQuery)
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (requires_second_factor: boolean) =>
      api['PUT /api/owner/sign-in-rules']({ body: { requires_second_factor } }),
    onSuccess: async (saved) => {
      cache.setQueryData(rulesQuery.queryKey, saved)
      toast.done(
        saved.requires_second_factor
          ? 'All staff need a second factor now'
          : 'A password alone is enough again',
      )
      await cache.invalidateQueries({ queryKey: meQuery.queryKey })
    },
    onError: (error) => toast.failed(error, 'Failed to change how staff sign in'),
  })
  return (
    <Card component="section" aria-labelledby="sign-in-rules" padding="lg">
      <Stack gap="sm">
        <Title order={2} id="sign-in-rules">
          Sign-in
        </Title>
        <Text>
          With this on, everybody who works here, you included, sets up an authenticator app before
          they can go on. Customers are not asked.
        </Text>
        <Loaded
          of={rules}
          failure="Failed to load how staff sign in"
          skeleton={<Bars rows={1} height={44} />}
        >
          {(data) => (
            <Switch
              label="Staff need a second factor"
              checked={data.requires_second_factor}
              disabled={change.isPending}
              onChange={(event) => change.mutate(event.currentTarget.checked)}
            />
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}
