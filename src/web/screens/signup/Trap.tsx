/** A field no person sees or reaches. Whoever fills it is a program, and the server keeps nothing of what it sends. */
export const Trap = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <div aria-hidden="true" style={{ position: 'absolute', left: -10_000, width: 1, height: 1, overflow: 'hidden' }}>
    <label htmlFor="website">Leave this empty</label>
    <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  </div>
)
