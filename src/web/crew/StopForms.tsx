import { Switch, Textarea, List, Text, TextInput } from '@mantine/core'
import { useWorker } from '../shared/outbox/outbox.ts'
import { FormSheet } from '../ui/FormSheet.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { useWords } from '../app/words.ts'
import { doAt } from '../shared/outbox/acts.ts'
import { useStopForm, type FormProps } from './stop-form.ts'
import { crewWords } from '../../words/en/crew.ts'
import { holdReasonMax, type Visit } from '../../domain/schedule/visit.ts'
import { openReasonMax, openRequired } from '../../domain/schedule/checklist.ts'
import { lacksProducts } from './queries.ts'
import type { ReactNode } from 'react'
import { holdStep } from '../shared/outbox/with-unsent.ts'
import { Pills } from '../ui/Pills.tsx'

const longest = 2000

/** Writes down a note of a stop. */
export function NoteForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useStopForm<{ text: string; for_customer: boolean }>(
    { name: 'note', visit, opened, onClose },
    {
      initialValues: { text: '', for_customer: false },
      validate: { text: (text) => (text.trim() ? null : words.noteMissing) },
      failure: words.noteMissing,
      send: ({ text, for_customer }) =>
        doAt(visit, worker, 'note', { text: text.trim(), for_customer }),
    },
  )
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.noteOn(customerText(visit))}
      action={words.saveNote}
      size="sm"
    >
      <Textarea
        label={words.note}
        description={form.values.for_customer ? words.noteForAll : words.noteAbout}
        placeholder={words.noteExample}
        size="md"
        autosize
        minRows={3}
        maxLength={longest}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Switch
        label={words.noteForCustomer}
        size="md"
        {...form.getInputProps('for_customer', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}

/** Why a stop could not be done. */
export function NotDoneForm(props: FormProps) {
  const words = useWords(crewWords)
  return (
    <ReasonForm
      {...props}
      kind="not_done"
      title={words.notDoneOn(customerText(props.visit))}
      action={words.saveNotDone}
      whys={words.whys}
      about={words.reasonAbout}
      maxLength={holdReasonMax}
    />
  )
}

/** Why the crew finishes a stop although something required is open. */
export function FinishForm(props: FormProps) {
  const words = useWords(crewWords)
  return (
    <ReasonForm
      {...props}
      kind="finish"
      title={words.openOn(customerText(props.visit))}
      action={words.completeAnyway}
      whys={words.openWhys}
      about={words.openReasonAbout}
      maxLength={openReasonMax}
    >
      <OpenList visit={props.visit} />
    </ReasonForm>
  )
}

function OpenList({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <>
      <Text>{words.openText}</Text>
      <List>
        {openRequired(visit.checklist).map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
        {lacksProducts(visit) && <List.Item>{words.productsMissing}</List.Item>}
      </List>
    </>
  )
}

type ReasonProps = FormProps & {
  kind: 'finish' | 'not_done'
  title: string
  action: string
  /** Reasons to tap; another can be typed. */
  whys: readonly string[]
  about: string
  maxLength: number
  /** Shown above the reasons. */
  children?: ReactNode
}

/** An act at a stop that needs a reason. */
function ReasonForm({ visit, kind, whys, about, maxLength, children, ...sheet }: ReasonProps) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useStopForm<{ reason: string }>(
    { name: kind, visit, opened: sheet.opened, onClose: sheet.onClose },
    {
      initialValues: { reason: '' },
      validate: { reason: (text) => (text.trim() ? null : words.sayWhy) },
      failure: words.sayWhy,
      send: ({ reason }) =>
        // The stop behind the sheet stays where it is: a second tap lands there.
        holdStep(
          kind === 'finish' ? { visit: { ...visit, is_waiting: false }, step: kind } : null,
          performance.now(),
          () => doAt(visit, worker, kind, { text: reason.trim() }),
        ),
    },
  )
  return (
    <FormSheet form={form} size="sm" {...sheet}>
      {children}
      <Pills
        legend={words.why}
        options={whys.map((why) => ({ value: why, label: why }))}
        value={form.values.reason}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <TextInput
        label={words.reason}
        description={about}
        size="md"
        maxLength={maxLength}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
