import { Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/client.ts'
import { keepInTab } from '../../app/local.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import css from './first-steps.module.css'
import { beginStep, firstStepsQuery, stepViews } from './first-steps.ts'

// A list that was opened stays so, also on the way back from a step. For this tab only.
const openKey = 'fieldhive.first-steps-open'
const isOpened = (): boolean => sessionStorage.getItem(openKey) === '1'

/** From this many on, the list is one line: the day comes first. */
const enough = 4

/** The first hour of a business: each step opens where it is done. Renders nothing once all are. */
export function FirstSteps() {
  const cache = useQueryClient()
  const steps = useQuery(firstStepsQuery).data?.steps
  const hiding = useSheet('hide-first-steps')
  const hide = useMutation({
    mutationFn: () => api['POST /api/owner/first-steps/hide'](),
    onSuccess: (data) => cache.setQueryData(firstStepsQuery.queryKey, data),
  })
  const [isOpen, setOpen] = useState(isOpened)
  if (!steps) return null
  const done = steps.filter((one) => one.done).length
  if (done >= enough && !isOpen)
    return (
      <Button
        variant="default"
        radius="xl"
        size="md"
        onClick={() => {
          keepInTab(openKey, '1')
          setOpen(true)
        }}
      >
        First steps: {done} of {steps.length} done
      </Button>
    )
  return (
    <Card component="section" aria-labelledby="first-steps" w="100%" className="fh-no-print">
      <Group justify="space-between" gap="sm">
        <Title order={2} fz="h3" id="first-steps">
          Your first hour
        </Title>
        <Button variant="subtle" size="xs" onClick={() => hiding.show(true)}>
          Hide
        </Button>
      </Group>
      <Text c="dimmed" fz="sm">
        {done} of {steps.length} done
      </Text>
      <Progress
        value={(done / steps.length) * 100}
        my="xs"
        aria-label={`${done} of ${steps.length} steps done`}
      />
      <ol className={css.steps}>
        {steps.map(({ step, done: isDone }) => (
          <Step key={step} step={step} isDone={isDone} />
        ))}
      </ol>
      <ConfirmDialog
        opened={hiding.opened}
        onClose={hiding.hide}
        title="Hide the first steps?"
        confirm="Hide"
        failure="Failed to hide the first steps"
        onConfirm={() => hide.mutateAsync()}
      >
        You won’t see this again. Everything here stays in the menu.
      </ConfirmDialog>
    </Card>
  )
}

function Step({ step, isDone }: { step: keyof typeof stepViews; isDone: boolean }) {
  const { label, about, to, search } = stepViews[step]
  if (isDone)
    return (
      <li className={css.done}>
        <CircleCheck size={20} aria-hidden />
        <span>
          {label} <small>Done</small>
        </span>
      </li>
    )
  return (
    <li>
      <Link to={to} search={(search ?? {}) as never} onClick={() => beginStep(step)}>
        <Circle size={20} aria-hidden />
        <span>
          <strong>{label}</strong>
          <small>{about}</small>
        </span>
        <ChevronRight size={18} aria-hidden />
      </Link>
    </li>
  )
}
