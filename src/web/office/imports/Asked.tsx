import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  answered,
  corrected,
  withoutCorrection,
  type ImportAnswers,
  type ImportCorrection,
} from '../../../domain/flows/import-answers.ts'
import type { ImportCheck, ImportDetail, ImportDoubt } from '../../../domain/flows/import.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { counted } from './queries.ts'
import classes from './import.module.css'

/** How the office answers what a file leaves open: the file is checked again with it. */
export type Saying = {
  answers: ImportAnswers
  say: (answers: ImportAnswers) => void
  isBusy: boolean
}

/** What a whole column or file leaves open, each with how it is read now. */
export function Questions({
  questions,
  saying: { answers, say, isBusy },
}: {
  questions: ImportCheck['questions']
  saying: Saying
}) {
  if (!questions.length) return null
  return (
    <section aria-labelledby="questions">
      <Title order={2} fz="lg" id="questions" mb="sm">
        {counted(questions.length, 'question', 'questions')}
      </Title>
      <ul className={classes.columns}>
        {questions.map((question) => (
          <li key={`${question.about} ${question.column}`}>
            <Text>{question.sentence}</Text>
            <NativeSelect
              aria-label={question.sentence}
              disabled={isBusy}
              value={question.answer}
              data={question.choices}
              onChange={(event) => say(answered(answers, question, event.currentTarget.value))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was corrected so far, to be taken back. */
export function Corrections({
  detail: { headers },
  saying: { answers, say, isBusy },
}: {
  detail: ImportDetail
  saying: Saying
}) {
  if (!answers.corrections.length) return null
  return (
    <section aria-labelledby="corrected">
      <Title order={2} fz="lg" id="corrected" mb="sm">
        Corrected
      </Title>
      <ul className={classes.list}>
        {answers.corrections.map((one) => (
          <li key={`${one.column} ${one.row} ${one.text}`}>
            <Group justify="space-between" gap="sm">
              <div>
                <Text fz="sm" c="dimmed">
                  {headers[one.column] || `Column ${one.column + 1}`}
                  {one.row === null ? ', all rows' : `, row ${one.row}`}
                </Text>
                <Text>
                  {one.text} = {one.as || 'nothing'}
                </Text>
              </div>
              <Button
                variant="default"
                size="sm"
                disabled={isBusy}
                aria-label={`Undo ${one.text}`}
                onClick={() => say(withoutCorrection(answers, one))}
              >
                Undo
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One thing to check, with what can be done about it here. */
export function Doubt({ doubt, saying }: { doubt: ImportDoubt; saying: Saying }) {
  const { row, column, sentence, stops, cell, team, rows = 1 } = doubt
  return (
    <li data-stops={stops || undefined}>
      <Text fz="sm" c="dimmed">
        Row {row}
        {rows > 1 ? ` and ${counted(rows - 1, 'more', 'more')}` : ''}
        {column ? `, ${column}` : ''}
      </Text>
      <Text>{sentence}</Text>
      {cell && (
        <Correction cell={cell} row={rows > 1 ? null : row} saying={saying}>
          Correct
        </Correction>
      )}
      {team && <MakeTeam name={team} rows={rows} saying={saying} />}
    </li>
  )
}

/** A button that opens a field for what a text should have said. `row`: of one row; null for all that say it. */
export function Correction({
  cell: { column, text },
  row,
  saying,
  children,
}: {
  cell: { column: number; text: string }
  row: number | null
  saying: Saying
  children: ReactNode
}) {
  const [as, setAs] = useState<string | null>(null)
  if (as === null)
    return (
      <Button
        variant="subtle"
        size="compact-md"
        ml={-8}
        disabled={saying.isBusy}
        aria-label={`Correct ${text}`}
        onClick={() => setAs(text)}
      >
        {children}
      </Button>
    )
  const correct = (where: ImportCorrection['row']) =>
    saying.say(corrected(saying.answers, { column, row: where, text, as }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        correct(null)
      }}
    >
      <Stack gap="xs" mt={6} maw={420}>
        <TextInput
          label={`Instead of ${text}`}
          value={as}
          maxLength={500}
          data-autofocus
          onChange={(event) => setAs(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={saying.isBusy}>
            {row === null ? 'Correct all' : 'Correct all that say this'}
          </Button>
          {row !== null && (
            <Button
              size="sm"
              variant="default"
              disabled={saying.isBusy}
              onClick={() => correct(row)}
            >
              Only row {row}
            </Button>
          )}
          <Button size="sm" variant="subtle" onClick={() => setAs(null)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function MakeTeam({
  name,
  rows,
  saying: { answers, say, isBusy },
}: {
  name: string
  rows: number
  saying: Saying
}) {
  const make = useMutation({
    mutationFn: () => api['POST /api/owner/teams']({ body: { name } }),
    onSuccess: () => say(answers),
    onError: (error) => toast.failed(error, 'Failed to create the team'),
  })
  return (
    <Button
      variant="default"
      size="sm"
      mt={6}
      loading={make.isPending}
      disabled={isBusy}
      onClick={() => make.mutate()}
    >
      Create {name} ({counted(rows, 'row', 'rows')})
    </Button>
  )
}
