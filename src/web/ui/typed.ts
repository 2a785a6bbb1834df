// What was typed into an open sheet and stands there still: it is not to be lost unnoticed.

type Field = HTMLInputElement | HTMLTextAreaElement
const textTypes = ['text', 'email', 'tel', 'url', 'number']
const before = new WeakMap<Field, string>()
const touched = new Set<Field>()

/** A field one writes in; what is looked for or chosen from a list is found again in a moment. */
const fieldOf = ({ target }: Event): Field | null => {
  const isField =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && textTypes.includes(target.type) && target.getAttribute('role') !== 'combobox')
  return isField && target.closest('[role="dialog"]') ? target : null
}

let isWatching = false
/** Watches from the first sheet on. */
export function watchTyping(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('focusin', (event) => {
    const field = fieldOf(event)
    if (field && !before.has(field)) before.set(field, field.value)
  })
  addEventListener('input', (event) => {
    const field = fieldOf(event)
    if (field) touched.add(field)
  })
}

/** Whether anything typed stands in a sheet. A field that is gone was sent, or closed by whoever typed in it. */
export function hasTyped(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field)
  return [...touched].some((field) => field.value.trim() !== '' && field.value !== before.get(field))
}
