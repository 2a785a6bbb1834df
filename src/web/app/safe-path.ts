/** A path on this site to go to after signing in; anything that could leave it becomes `/app`. */
export function safePath(wanted: unknown, otherwise = '/app'): string {
  if (typeof wanted !== 'string' || wanted.length > 2000) return otherwise
  let decoded = wanted
  try {
    // Twice, since a scheme may hide behind double encoding.
    decoded = decodeURIComponent(decodeURIComponent(wanted))
  } catch {
    // A lone % is not an encoding; check the text as it is.
  }
  for (const text of [wanted, decoded]) {
    // Browsers drop tabs and line ends from addresses and read \ as /.
    // oxlint-disable-next-line no-control-regex
    if (!text.startsWith('/') || /^\/[/\\]/.test(text) || /[\u0000-\u001f\\]/.test(text))
      return otherwise
  }
  const path = wanted.split(/[?#]/, 1)[0]
  return path === '/login' ? otherwise : wanted
}

/** Outside text for display: plain, one line, at most 200 characters. */
export const shortText = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)
