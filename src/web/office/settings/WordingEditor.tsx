import { Anchor, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  partLabels,
  parts,
  wordingIssues,
  wordingLabel,
  type MessageWording,
  type Part,
  type WholeWords,
  type WordingKey,
} from '../../../domain/messages/wording.ts'
import { api } from '../../app/client.ts'
import { useHasRole } from '../../app/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LeaveGuard } from './SaveBars.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './wording.module.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Bars, Loaded } from '../../ui/Page.tsx'

type Input = HTMLInputElement | HTMLTextAreaElement

type Wordings = { wordings: MessageWording[] }
const idOf = ({ kind, variant, locale }: WordingKey): string => `${kind}.${variant}.${locale}`
const put = ({ wordings }: Wordings, saved: MessageWording): Wordings => ({
  wordings: wordings.map((one) => (idOf(one) === idOf(saved) ? saved : one)),
})

/** The words of one message in one language, with what they would look like. */
export function WordingEditor({ wording }: { wording: MessageWording }) {
  const { kind, variant, locale, ours, is_changed } = wording
  const cache = useQueryClient()
  const isOwner = useHasRole('owner')
  const [words, setWords] = useState(wording.words)
  const [asksReset, setAsksReset] = useState(false)
  const key = { kind, variant, locale }
  const issues = wordingIssues(kind, ours, words)
  const isDirty = parts.some((part) => words[part] !== wording.words[part])
  const keep = (saved: MessageWording) => {
    setWords(saved.words)
    cache.setQueryData<Wordings>(wordingsQuery.queryKey, (before) => before && put(before, saved))
  }
  const save = useMutation({
    mutationFn: () => api['POST /api/owner/messages/wordings/save']({ body: { ...key, words } }),
    onSuccess: (saved) => {
      keep(saved)
      toast.done('Wording saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save the wording'),
  })
  const reset = async () => {
    keep(await api['POST /api/owner/messages/wordings/reset']({ body: key }))
    toast.done('Back to the default wording')
  }
  return (
    <section aria-labelledby="message">
      <Anchor
        className={classes.back}
        mb="sm"
        renderRoot={(props) => (
          <Link {...props} to="/app/settings/wording" search={{ language: locale }} />
        )}
      >
        All messages
      </Anchor>
      <Title order={2} id="message" mb="md">
        {wordingLabel(kind, variant)}
      </Title>
      <div className={classes.editor}>
        <Stack gap="md">
          <Parts wording={wording} words={words} set={setWords} issues={issues} />
          {!isOwner && <Text c="dimmed">Only the owner can change the wording.</Text>}
          <Group>
            <Button
              disabled={!isOwner || !isDirty || Object.keys(issues).length > 0}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              Save wording
            </Button>
            <Button
              variant="default"
              disabled={!isOwner || !is_changed}
              onClick={() => setAsksReset(true)}
            >
              Reset to default
            </Button>
          </Group>
        </Stack>
        <WordingPreview wordingKey={key} words={words} isValid={!Object.keys(issues).length} />
      </div>
      <ConfirmDialog
        opened={asksReset}
        onClose={() => setAsksReset(false)}
        title="Reset to default?"
        confirm="Reset"
        danger
        onConfirm={reset}
      >
        Your words for this message are deleted. Messages that went out stay as they are.
      </ConfirmDialog>
      <LeaveGuard isDirty={isDirty} what="the wording" />
    </section>
  )
}

type PartsProps = {
  wording: MessageWording
  words: WholeWords
  set: (change: (before: WholeWords) => WholeWords) => void
  issues: Partial<Record<Part, string>>
}

function Parts({ wording, words, set, issues }: PartsProps) {
  const inputs = useRef<Partial<Record<Part, Input | null>>>({})
  const [last, setLast] = useState<Part>('body')
  const insert = (name: string) => {
    const input = inputs.current[last]
    const { selectionStart: from, selectionEnd: to } = input ?? {}
    const text = words[last]
    const start = from ?? text.length
    set((before) => ({
      ...before,
      [last]: `${text.slice(0, start)}{${name}}${text.slice(to ?? start)}`,
    }))
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(start + name.length + 2, start + name.length + 2)
    })
  }
  return (
    <>
      {parts
        .filter((part) => wording.ours[part])
        .map((part) => {
          const props = {
            label: partLabels[part],
            value: words[part],
            error: issues[part],
            onFocus: () => setLast(part),
            onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
              set((before) => ({ ...before, [part]: value })),
            ref: (node: Input | null) => void (inputs.current[part] = node),
          }
          return part === 'body' || part === 'sms' ? (
            <Textarea key={part} {...props} autosize minRows={part === 'body' ? 5 : 3} />
          ) : (
            <TextInput key={part} {...props} />
          )
        })}
      <fieldset className={classes.fields}>
        <legend>Insert into: {partLabels[last].toLowerCase()}</legend>
        <Group gap={6}>
          {wording.fields.map(({ name, example }) => (
            <Button
              key={name}
              variant="default"
              size="sm"
              mih={44}
              title={example}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </Group>
        <Text c="dimmed" fz="sm" mt={6}>
          A line with an empty field is left out, and so is a part in [brackets].
        </Text>
      </fieldset>
    </>
  )
}

const waitMs = 400
type Props = { wordingKey: WordingKey; words: WholeWords; isValid: boolean }

/** The message with example values, as far as its words can be used. */
function WordingPreview({ wordingKey, words, isValid }: Props) {
  const [settled] = useDebouncedValue(words, waitMs)
  const preview = useQuery({
    queryKey: ['wording preview', wordingKey, settled],
    queryFn: () =>
      api['POST /api/owner/messages/wordings/preview']({ body: { ...wordingKey, words: settled } }),
    enabled: isValid && settled === words,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Title order={3}>Preview</Title>
      <Loaded of={preview} failure="Failed to load the preview" skeleton={<Bars rows={3} />}>
        {({ subject, html, sms, characters, segments }) => (
          <>
            <Text fw={600}>{subject}</Text>
            <iframe className={classes.frame} title="Email preview" sandbox="" srcDoc={html} />
            {sms !== null && (
              <>
                <Text fw={600}>Text message</Text>
                <div className={classes.sms}>{sms}</div>
                <Text c="dimmed" component="output">
                  {characters} characters, {segments} {segments === 1 ? 'segment' : 'segments'}
                </Text>
              </>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

export const wordingsQuery = api['GET /api/owner/messages/wordings'].query()
