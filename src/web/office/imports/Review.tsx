import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Columns3, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ImportAnswers } from '../../../domain/flows/import-answers.ts'
import {
  importRules,
  importSourceLabels,
  mostNamed,
  type ImportCheck,
  type ImportChoice,
  type ImportDetail,
  type ImportDoubt,
} from '../../../domain/flows/import.ts'
import { api, errorText } from '../../app/client.ts'
import { Bars, Failure } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { Corrections, Doubt, Questions, type Saying } from './Asked.tsx'
import { Counts, Understood } from './Counts.tsx'
import { counted, importQuery, keepImport, patienceMs } from './queries.ts'
import classes from './import.module.css'

/** What would be written, what is unsure, and the button that writes it. */
export function Review({ detail }: { detail: ImportDetail }) {
  const cache = useQueryClient()
  const check = useMutation({
    mutationFn: (said: { choices: Record<string, ImportChoice>; answers?: ImportAnswers }) =>
      api['POST /api/owner/imports/{id}/dry-run']({
        params: { id: detail.id },
        body: said,
        timeout_ms: patienceMs,
      }),
    onSuccess: (checked) => keepImport(cache, checked),
  })
  const isUnchecked = detail.check === null
  const { mutate } = check
  useEffect(() => {
    if (isUnchecked) mutate({ choices: {} })
  }, [isUnchecked, mutate])
  if (detail.check === null)
    return check.error ? (
      <Failure
        text={errorText(check.error, 'Failed to check the file')}
        retry={() => mutate({ choices: {} })}
      />
    ) : (
      <Stack>
        <Text>Checking {detail.file_name}…</Text>
        <Bars rows={3} />
      </Stack>
    )
  const choices = choicesOf(detail.check)
  const saying = {
    answers: detail.answers,
    say: (answers: ImportAnswers) => mutate({ choices, answers }),
    isBusy: check.isPending,
  }
  const choose = (row: number, choice: ImportChoice) =>
    mutate({ choices: { ...choices, [row]: choice } })
  return (
    <Checked
      detail={detail}
      check={detail.check}
      choose={choose}
      saying={saying}
      isBusy={check.isPending}
    >
      {check.error && <Failure text={errorText(check.error, 'Failed to check the file')} />}
    </Checked>
  )
}

/** What was chosen so far. */
const choicesOf = ({ duplicates }: ImportCheck): Record<string, ImportChoice> =>
  Object.fromEntries(
    duplicates.flatMap(({ row, choice }) => (choice ? [[String(row), choice]] : [])),
  )

type CheckedProps = {
  detail: ImportDetail
  check: ImportCheck
  choose: (row: number, choice: ImportChoice) => void
  saying: Saying
  isBusy: boolean
  children: React.ReactNode
}

function Checked({ detail, check, choose, saying, isBusy, children }: CheckedProps) {
  return (
    <Stack gap="xl">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} fz="lg">
            {detail.file_name}
          </Title>
          <Text c="dimmed">
            {importSourceLabels[detail.source]}
            {detail.holds ? `, ${detail.holds.toLowerCase()}` : ''},{' '}
            {counted(detail.row_count, 'row', 'rows')}
          </Text>
        </div>
        <Button
          component={Link}
          to="/app/import"
          search={{ id: detail.id, step: 'columns' } as never}
          variant="default"
          leftSection={<Columns3 size={16} aria-hidden />}
        >
          Change columns
        </Button>
      </Group>
      {detail.remarks.map((remark) => (
        <Alert key={remark} variant="light" color="honey" title={remark} />
      ))}
      {children}
      <Counts counts={check.counts} isPlan />
      {check.new_services.length > 0 && <Text>New services: {check.new_services.join(', ')}.</Text>}
      <Commit detail={detail} check={check} isBusy={isBusy} />
      <Questions questions={check.questions} saying={saying} />
      <Corrections detail={detail} saying={saying} />
      <Understood check={check} saying={saying} />
      <Duplicates check={check} choose={choose} isBusy={isBusy} />
      <Doubts doubts={check.doubts} all={check.doubt_count} saying={saying} />
    </Stack>
  )
}

const choiceLabels: Record<ImportChoice, string> = {
  add: 'Add as new',
  update: 'The same customer',
  skip: 'Leave out',
}

type DuplicatesProps = Pick<CheckedProps, 'check' | 'choose' | 'isBusy'>

function Duplicates({ check, choose, isBusy }: DuplicatesProps) {
  if (!check.duplicates.length) return null
  return (
    <section aria-labelledby="duplicates">
      <Title order={2} fz="lg" id="duplicates" mb="sm">
        {counted(check.duplicate_count, 'possible duplicate', 'possible duplicates')}
      </Title>
      <ul className={classes.columns}>
        {check.duplicates.map(({ row, name, sentence, choice, choices }) => (
          <li key={row}>
            <div>
              <Text fw={650}>
                Row {row}: {name}
              </Text>
              <Text fz="sm" c="dimmed">
                {sentence}
              </Text>
            </div>
            <NativeSelect
              aria-label={`What to do with row ${row}, ${name}`}
              disabled={isBusy}
              value={choice ?? ''}
              data={[
                ...(choice === null ? [{ value: '', label: 'Choose' }] : []),
                ...choices.map((value) => ({ value, label: choiceLabels[value] })),
              ]}
              onChange={(event) => choose(row, event.currentTarget.value as ImportChoice)}
            />
          </li>
        ))}
      </ul>
      <Rest shown={check.duplicates.length} all={check.duplicate_count} />
    </section>
  )
}

function Doubts({
  doubts,
  all,
  saying,
}: {
  doubts: readonly ImportDoubt[]
  all: number
  saying: Saying
}) {
  if (!all) return null
  return (
    <section aria-labelledby="doubts">
      <Title order={2} fz="lg" id="doubts" mb="sm">
        {counted(all, 'thing to check', 'things to check')}
      </Title>
      <ul className={classes.list}>
        {doubts.map((doubt) => (
          <Doubt
            key={`${doubt.row} ${doubt.column} ${doubt.sentence}`}
            doubt={doubt}
            saying={saying}
          />
        ))}
      </ul>
      <Rest shown={doubts.length} all={all} />
    </section>
  )
}

const Rest = ({ shown, all }: { shown: number; all: number }) =>
  all > shown && shown >= mostNamed ? (
    <Text mt="sm" c="dimmed">
      And {counted(all - shown, 'more', 'more')}.
    </Text>
  ) : null

function Commit({
  detail,
  check,
  isBusy,
}: {
  detail: ImportDetail
  check: ImportCheck
  isBusy: boolean
}) {
  const cache = useQueryClient()
  const [reminders, setReminders] = useState(false)
  const commit = useMutation({
    mutationFn: () =>
      api['POST /api/owner/imports/{id}/commit']({
        params: { id: detail.id },
        body: { reminders },
        timeout_ms: patienceMs,
      }),
    onSuccess: (done) => {
      keepImport(cache, done)
      toast.done('Imported')
    },
    onError: (error) => toast.failed(error, 'The import failed; nothing was saved'),
  })
  const refusal = importRules.commit({ state: detail.state, check })
  if (commit.isPending) return <Writing id={detail.id} rows={detail.row_count} />
  return (
    <Stack gap="md">
      {check.stop_count > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<TriangleAlert size={20} aria-hidden />}
          title={`${counted(check.stop_count, 'row', 'rows')} to settle first`}
        >
          Choose what to do with them below.
        </Alert>
      )}
      <Checkbox
        label="Remind the new customers of their visits"
        description="As you do with your other customers. Without it, they get reminders once you turn them on."
        checked={reminders}
        onChange={(event) => setReminders(event.currentTarget.checked)}
      />
      <Group>
        <Refusable refusal={refusal} disabled={isBusy} onClick={() => commit.mutate()}>
          Import {counted(check.counts.rows, 'row', 'rows')}
        </Refusable>
        <Text fz="sm" c="dimmed">
          All or nothing. You can undo it for seven days.
        </Text>
      </Group>
    </Stack>
  )
}

/** How far it is: the server says, as long as another process does not answer. */
function Writing({ id, rows }: { id: string; rows: number }) {
  const { data } = useQuery({ ...importQuery(id), refetchInterval: 700 })
  return (
    <output className={classes.writing}>
      <Text mb={6}>
        Importing {counted(rows, 'row', 'rows')}. Nothing is saved until all of it is.
      </Text>
      <Progress value={data?.progress ?? 100} animated striped aria-label="Import" />
    </output>
  )
}
