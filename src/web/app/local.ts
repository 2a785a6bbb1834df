/** Writes to this browser's storage. False if it is full or blocked: then nothing is kept, and what was kept before stays. */
export const keepHere = (key: string, text: string): boolean => keep(() => localStorage, key, text)

/** The same for as long as this tab is open. */
export const keepInTab = (key: string, text: string): boolean =>
  keep(() => sessionStorage, key, text)

function keep(storage: () => Storage, key: string, text: string): boolean {
  try {
    storage().setItem(key, text)
    return true
  } catch {
    return false
  }
}
