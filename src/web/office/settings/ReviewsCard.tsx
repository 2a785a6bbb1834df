import { Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReviewSettings } from '../../../domain/customers/review.ts'
import { api } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { usePart, type Fields } from './parts.ts'
import { Section } from './Sections.tsx'

const reviewsQuery = api['GET /api/owner/review-settings'].query()

type Values = { review_on: boolean; review_url: string }

/** Whether customers are asked for a review after paid work, and where they write it. */
export function useReviews() {
  const cache = useQueryClient()
  const query = useQuery(reviewsQuery)
  const part = usePart<ReviewSettings, Values>({
    loaded: query.data,
    keep: (saved) => cache.setQueryData(reviewsQuery.queryKey, saved),
    valuesOf: (saved) => ({ ...saved, review_url: saved.review_url ?? '' }),
    errorsIn: (changed, values) => {
      const [issue] = ReviewSettings.safeParse(values).error?.issues ?? []
      return changed.length > 0 && issue ? { review_url: issue.message } : {}
    },
    send: ({ values }) => api['PUT /api/owner/review-settings']({ body: values }),
    failure: 'Failed to save the review settings',
  })
  return { ...part, query }
}

export const Reviews = ({ query, fields }: ReturnType<typeof useReviews>) => (
  <Section
    title="Reviews"
    about="After a completed and paid visit the customer gets one email with a link to your review page, at most once a season."
  >
    <Loaded
      of={query}
      failure="Failed to load the review settings"
      skeleton={<Bars rows={2} height={44} />}
    >
      {() => fields && <ReviewFields {...fields} />}
    </Loaded>
  </Section>
)

const ReviewFields = ({ values, set, errors }: Fields<Values>) => (
  <>
    <Switch
      label="Ask customers for a review"
      checked={values.review_on}
      onChange={(event) => set({ review_on: event.currentTarget.checked })}
    />
    <TextInput
      label="Review page"
      placeholder="https://"
      inputMode="url"
      value={values.review_url}
      error={errors.review_url}
      onChange={(event) => set({ review_url: event.currentTarget.value })}
    />
  </>
)
