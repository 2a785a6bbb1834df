import { Button, Card, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewSettings } from '../../../domain/customers/review.ts'
import { api, ApiError } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'

export const reviewsQuery = api['GET /api/owner/review-settings'].query()

/** Whether customers are asked for a review after paid work, and where they write it. */
export function ReviewsCard() {
  const settings = useQuery(reviewsQuery)
  return (
    <Card component="section" aria-labelledby="reviews" padding="lg">
      <Title order={2} id="reviews" mb="xs">
        Reviews
      </Title>
      <Loaded
        of={settings}
        failure="Failed to load the review settings"
        skeleton={<Bars rows={2} height={44} />}
      >
        {(loaded) => <Form loaded={loaded} />}
      </Loaded>
    </Card>
  )
}

function Form({ loaded }: { loaded: ReviewSettings }) {
  const cache = useQueryClient()
  const [isOn, setIsOn] = useState(loaded.review_on)
  const [url, setUrl] = useState(loaded.review_url ?? '')
  const save = useMutation({
    mutationFn: () =>
      api['PUT /api/owner/review-settings']({ body: { review_on: isOn, review_url: url } }),
    onSuccess: (saved) => {
      cache.setQueryData(reviewsQuery.queryKey, saved)
      toast.done(saved.review_on ? 'Customers are asked for reviews' : 'Reviews are not asked for')
    },
    onError: (error) => toast.failed(error, 'Failed to save the review settings'),
  })
  const problem = save.error instanceof ApiError ? save.error.fields?.['review_url'] : undefined
  const isChanged = isOn !== loaded.review_on || url !== (loaded.review_url ?? '')
  return (
    <Stack gap="md">
      <Text>
        After a completed and paid visit the customer gets one email with a link to your review
        page, at most once a season.
      </Text>
      <Switch
        label="Ask customers for a review"
        checked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      <TextInput
        label="Review page"
        placeholder="https://"
        inputMode="url"
        value={url}
        error={problem}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group>
        <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
          Save reviews
        </Button>
      </Group>
    </Stack>
  )
}
