import { Skeleton, Stack } from '@mantine/core'
import { useWords } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

/** Placeholder for the payment fields while they load. */
export const FieldBars = () => (
  <Stack
    gap="sm"
    component="output"
    aria-busy="true"
    aria-label={useWords(moneyWords).preparingForm}
  >
    <Skeleton height={52} radius="md" />
    <Skeleton height={44} radius="md" />
    <Skeleton height={44} radius="md" />
  </Stack>
)
