/** The values of the names that stand in braces in a text. */
export type Fields = Readonly<Record<string, string>>

const placeholder = /\{([^{}]*)\}/g
/** Brackets around at least one placeholder: left out if one of them is empty. */
const optionalPart = /\[([^[\]]*\{[^{}]*\}[^[\]]*)\]/g

/** The names a text has in braces. */
const placeholdersOf = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!)),
]

const hasAll = (text: string, fields: Fields): boolean =>
  placeholdersOf(text).every((name) => fields[name])

const withoutEmpty = (text: string, fields: Fields): string =>
  text.replace(optionalPart, (_, part: string) => (hasAll(part, fields) ? part : ''))

/** After "11:00 a.m." no second period follows. */
const put = (text: string, fields: Fields): string =>
  text.replace(/\{([^{}]*)\}(\.?)/g, (_, name: string, period: string) => {
    const value = fields[name] ?? ''
    return value.endsWith('.') ? value : value + period
  })

/** One line with its values: "[, due {due_date}]" is left out if there is no such date. */
export const fill = (text: string, fields: Fields): string =>
  put(withoutEmpty(text, fields), fields).replace(/ {2,}/g, ' ').trim()

/** Paragraphs with their values; a line with an empty value is left out, and so is a paragraph without lines. */
export const fillLines = (paragraphs: readonly string[], fields: Fields): string[] =>
  paragraphs
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => withoutEmpty(line, fields))
        .filter((line) => line.trim() && hasAll(line, fields))
        .map((line) => put(line, fields))
        .join('\n'),
    )
    .flatMap((paragraph) => paragraph.split(/\n{2,}/))
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
