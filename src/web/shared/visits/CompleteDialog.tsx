import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompletionPreview } from '../../../api/completion.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { doneDay } from '../../../domain/schedule/series-shift.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { api } from '../../app/client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { dayLabel } from '../../ui/when.ts'
import { Doubts } from './Doubts.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { customerText, serviceText } from './visit-text.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

type Props = {
  visit: Visit
  today: LocalDate
  opened: boolean
  onClose: () => void
  onConfirm: (day: { done_on: LocalDate }) => unknown
}

/** Asks before a visit is completed ahead of time, and before those after it move: when it was done, and when the next one is. */
export function CompleteDialog({ visit, today, opened, onClose, onConfirm }: Props) {
  const words = useWords(visitWords)
  const isEarly = visit.date > today
  const [chosen, setChosen] = useState<LocalDate | null>(null)
  const preview = useQuery({
    ...api['GET /api/schedule/{rule_id}/completion'].query({
      params: { rule_id: visit.occurrence_id },
      query: {},
    }),
    enabled: opened,
    staleTime: 0,
    gcTime: 0,
  })
  const choices = preview.data?.choices ?? []
  const choice = choices.find(({ done_on }) => done_on === chosen) ?? choices[0]
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        isEarly ? words.completeComing : visit.date < today ? words.whenDone : words.completeAndMove
      }
      confirm={isEarly ? words.completeNow : words.complete}
      onConfirm={() => onConfirm({ done_on: choice?.done_on ?? doneDay(visit.date, today) })}
    >
      <Text mb="sm">
        {words.plannedFor(customerText(visit), serviceText(visit), dayLabel(visit.date))}
        {isEarly && ` ${words.nowAnyway}`}
      </Text>
      <Loaded of={preview} failure={words.nextFailed} skeleton={<></>}>
        {() =>
          choice && (
            <>
              {choices.length > 1 && (
                <Pills
                  legend={words.doneOn}
                  options={choices.map(({ done_on }) => ({
                    value: done_on,
                    label: done_on === today ? words.today : dayLabel(done_on),
                  }))}
                  value={choice.done_on}
                  onChange={setChosen}
                />
              )}
              <div aria-live="polite">
                <Text mt="sm">{nextText(choice)}</Text>
                {choice.moves && choice.warnings.length > 0 && (
                  <Alert color="honey" variant="light" mt="sm">
                    <Doubts sentences={choice.warnings.map(({ sentence }) => sentence)} />
                  </Alert>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  )
}

/** When the next visit is, and what does not move along. */
function nextText({ moves, next_date, kept_visits }: CompletionPreview['choices'][number]): string {
  const words = wordsNow(visitWords)
  if (next_date === null) return words.noneFollows
  if (!moves) return words.nextStays(dayLabel(next_date))
  const many = kept_visits.length
  const kept = many > 0 ? ` ${words.staysInPlace(many)}` : ''
  return words.nextMoves(dayLabel(next_date)) + kept
}
