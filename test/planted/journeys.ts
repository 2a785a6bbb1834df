import { journeyFiles, runsOf } from '../gate/files.ts'
import { journeysFor, opens, screens } from '../gate/touched.ts'

/** So many journeys say enough about what most screens show. */
const enough = 8

/**
 * The journeys that may notice a fault in a file of the browser: those of its screen. If many screens
 * show it, those that open little else; if none does, as with the frame around them, those by role.
 */
export function journeysOf(file: string): string[] {
  const own = journeysFor([file])
  if (own.length) return own
  const all = screens()
  const users = all.filter((screen) => screen.files.has(file))
  if (!users.length)
    return journeyFiles().filter((one) => runsOf(one, (title) => title.includes('@role')) > 0)
  return journeyFiles()
    .map((journey) => {
      const isOpened = opens(journey)
      const shown = users.filter(isOpened).length
      return { journey, part: shown && shown / all.filter(isOpened).length }
    })
    .filter(({ part }) => part > 0)
    .toSorted((a, b) => b.part - a.part)
    .slice(0, enough)
    .map(({ journey }) => journey)
}
