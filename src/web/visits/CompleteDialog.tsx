import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompletionPreview } from '../../api/completion.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { doneDay } from '../../domain/series-shift.ts'
import type { Visit } from '../../domain/visit.ts'
import { api } from '../client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Loaded } from '../ui/Page.tsx'
import { dayLabel } from '../ui/when.ts'
import { Doubts } from './Doubts.tsx'
import { Pills } from '../ui/Pills.tsx'
import { count, customerText, serviceText } from './visit-text.ts'

type Props = {
  visit: Visit
  today: LocalDate
  opened: boolean
  onClose: () => void
  onConfirm: (day: { done_on: LocalDate }) => unknown
}

/** Asks before a visit is completed ahead of time, and before those after it move: when it was done, and when the next one is. */
export function CompleteDialog({ visit, today, opened, onClose, onConfirm }: Props) {
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
        isEarly
          ? 'Complete a coming visit?'
          : visit.date < today
            ? 'When was it done?'
            : 'Complete it and move what follows?'
      }
      confirm={isEarly ? 'Complete now' : 'Complete'}
      onConfirm={() => onConfirm({ done_on: choice?.done_on ?? doneDay(visit.date, today) })}
    >
      <Text mb="sm">{`${customerText(visit)}’s ${serviceText(visit)} is planned for ${dayLabel(visit.date)}.${isEarly ? ' Complete it now anyway?' : ''}`}</Text>
      <Loaded of={preview} failure="Failed to work out when the next visit is" skeleton={<></>}>
        {() =>
          choice && (
            <>
              {choices.length > 1 && (
                <Pills
                  legend="Done on"
                  options={choices.map(({ done_on }) => ({
                    value: done_on,
                    label: done_on === today ? 'Today' : dayLabel(done_on),
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
  if (next_date === null) return 'No visit follows.'
  if (!moves) return `The next visit stays on ${dayLabel(next_date)}.`
  const many = kept_visits.length
  const kept =
    many > 0 ? ` ${count(many, 'changed visit')} ${many === 1 ? 'stays' : 'stay'} in place.` : ''
  return `The next visit is then on ${dayLabel(next_date)}, and those after it move along.${kept}`
}
