import { Card, Switch, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountWords } from '../../account/words.ts'
import { api } from '../../client.ts'
import { useLocale } from '../../locale.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../words.ts'

/** A yes to offers by text is the customer's own, apart from texts about their visits, and off until they give it. */
export function OfferTextsCard() {
  const words = useWords(accountWords)
  const locale = useLocale()
  const cache = useQueryClient()
  const query = api['GET /api/users/offer-texts'].query({ query: { locale } })
  const choice = useQuery(query)
  // What was pressed, until the answer: the switch must not jump back meanwhile.
  const [wish, setWish] = useState<boolean | null>(null)
  const save = useMutation({
    mutationFn: (agreed: boolean) =>
      api['PUT /api/users/offer-texts']({ body: { agreed, locale } }),
    onSuccess: (saved) => {
      cache.setQueryData(query.queryKey, saved)
      toast.done(saved.agreed ? words.offersOn : words.offersOff)
    },
    onError: (error) => toast.failed(error, words.offersNotSaved),
    onSettled: () => setWish(null),
  })
  return (
    <Card component="section" aria-labelledby="offers" padding="lg">
      <Title order={2} id="offers" mb="sm">
        {words.offers}
      </Title>
      <Loaded of={choice} failure={words.offersFailed} skeleton={<Bars rows={1} height={60} />}>
        {({ agreed, text }) => (
          <Switch
            label={words.textMeOffers}
            description={text}
            disabled={wish !== null}
            checked={wish ?? agreed}
            onChange={({ currentTarget: { checked } }) => {
              setWish(checked)
              save.mutate(checked)
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}
