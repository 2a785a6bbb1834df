import { Alert } from '@mantine/core'

type Props = { sentences: readonly string[] }

/** What is doubtful about something one is about to do. */
export function Doubts({ sentences }: Props) {
  if (sentences.length === 1) return <>{sentences[0]}</>
  const told = sentences.slice(0, 8)
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {told.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {sentences.length > told.length && <li>and {sentences.length - told.length} more</li>}
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
