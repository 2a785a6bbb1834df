import { Alert } from '@mantine/core'
import { intoSight } from './into-sight.ts'

/** What went wrong with a form as a whole, as `useActionForm` says it; nothing while nothing has. */
export const FormProblem = ({ text }: { text: string | null }) =>
  text && (
    <Alert ref={intoSight} color="red" variant="light" role="alert">
      {text}
    </Alert>
  )
