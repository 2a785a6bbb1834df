import { Alert } from '@mantine/core'
import { intoSight } from './into-sight.ts'

/** A form's general error, from `useActionForm`; renders nothing without one. */
export const FormProblem = ({ text }: { text: string | null }) =>
  text && (
    <Alert ref={intoSight} color="red" variant="light" role="alert">
      {text}
    </Alert>
  )
