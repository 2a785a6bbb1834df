/** What is doubtful about something one is about to do. */
export function Doubts({ sentences }: { sentences: readonly string[] }) {
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
