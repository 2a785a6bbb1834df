import { read } from '../source.ts'
import { faultsIn, type Fault } from './operators.ts'

/** A fault that no test can tell from the product, with the reason. */
export type Equal = { file: string; before: string; after: string; reason: string }

const equalFile = 'test/faults/equal.txt'

/** Blocks of four lines: the file, the line as it is (`-`), as it would be (`+`), and the reason. */
export function readEqual(text: string = read(equalFile)): Equal[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  const blocks = lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim().split('\n'))
  return blocks.flatMap(([file = '', before = '', after = '', ...reason]) => {
    if (!file) return []
    if (!before.startsWith('-') || !after.startsWith('+') || !reason.length)
      throw new Error(`${equalFile} needs file, - line, + line and reason for ${file}.`)
    return [
      {
        file,
        before: before.slice(1).trim(),
        after: after.slice(1).trim(),
        reason: reason.join(' '),
      },
    ]
  })
}

export const isEqual = (fault: Fault, list: readonly Equal[]): boolean =>
  list.some(
    (one) => one.file === fault.file && one.before === fault.before && one.after === fault.after,
  )

/** Entries whose fault can no longer be planted, as the line has changed. */
export const staleIn = (list: readonly Equal[], sourceOf: (file: string) => string): string[] =>
  list
    .filter((one) => !faultsIn(one.file, sourceOf(one.file)).some((fault) => isEqual(fault, [one])))
    .map(({ file, before }) => `${file}: ${before}`)
