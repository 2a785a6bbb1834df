const forms = new Set<object>()

/** True if a form has unsaved input. */
export const hasUnsavedInput = (): boolean => forms.size > 0

/** Marks a form as unsaved until the returned function is called. */
export function markUnsaved(): () => void {
  const form = {}
  forms.add(form)
  return () => void forms.delete(form)
}
