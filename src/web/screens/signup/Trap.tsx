import { signupWords } from '../../wizard/signup-words.ts'
import { useWords } from '../../words.ts'

/** A field people cannot see or reach. Only programs fill it, and the server discards what they send. */
export const Trap = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <div
    aria-hidden="true"
    style={{ position: 'absolute', left: -10_000, width: 1, height: 1, overflow: 'hidden' }}
  >
    <label htmlFor="website">{useWords(signupWords).leaveEmpty}</label>
    <input
      id="website"
      name="website"
      type="text"
      tabIndex={-1}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
)
