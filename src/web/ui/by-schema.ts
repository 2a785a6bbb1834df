import { issueSentence } from '../../domain/issue.ts'

/** A check by a schema shared with the server: `validate: bySchema(NewService)`. Knows only the shape of zod's answer, so the page carries zod only if the schema does. */
export function bySchema(schema: {
  safeParse: (values: unknown) => {
    success: boolean
    error?:
      | {
          issues: readonly (Parameters<typeof issueSentence>[0] & {
            path: readonly PropertyKey[]
          })[]
        }
      | undefined
  }
}): (values: unknown) => Record<string, string> {
  return (values) => {
    const result = schema.safeParse(values)
    const errors: Record<string, string> = {}
    for (const issue of result.error?.issues ?? [])
      errors[issue.path.map(String).join('.')] ??= issueSentence(issue)
    return errors
  }
}
