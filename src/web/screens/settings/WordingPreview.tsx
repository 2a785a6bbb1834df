import { Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { WholeWords, WordingKey } from '../../../domain/wording.ts'
import { api } from '../../client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import classes from './wording.module.css'

const waitMs = 400
type Props = { wordingKey: WordingKey; words: WholeWords; isValid: boolean }

/** The message with example values, as far as its words can be used. */
export function WordingPreview({ wordingKey, words, isValid }: Props) {
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
