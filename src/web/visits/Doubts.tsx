import { Alert } from '@mantine/core'
import { spoken } from '../frame-words.ts'
import { useWords } from '../words.ts'
import { visitWords } from './words.ts'

type Props = { sentences: readonly string[] }

/** What is doubtful about something one is about to do. */
export function Doubts({ sentences }: Props) {
  const words = useWords(visitWords)
  if (sentences.length === 1) return <>{sentences.map((sentence) => spoken(sentence))}</>
  const told = sentences.slice(0, 8)
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {told.map((sentence) => (
        <li key={sentence}>{spoken(sentence)}</li>
      ))}
      {sentences.length > told.length && <li>{words.andMore(sentences.length - told.length)}</li>}
    </ul>
  )
}

/** The same under the fields of a form, said aloud as they change. */
export const DoubtsAlert = ({ sentences, mt }: Props & { mt?: string }) => (
  <div aria-live="polite">
    {sentences.length > 0 && (
      <Alert color="honey" variant="light" mt={mt}>
        <Doubts sentences={sentences} />
      </Alert>
    )}
  </div>
)
