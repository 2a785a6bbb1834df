import { issueSentence } from '../../domain/base/issue.ts'
import { spoken } from '../app/words.ts'

/**
 * Validates with a schema shared with the server: `validate: bySchema(NewService)`. Depends only on
 * the shape of zod's result, so the page loads zod only if the schema does.
 */
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
      errors[issue.path.map(String).join('.')] ??= spoken(issueSentence(issue))
    return errors
  }
}
