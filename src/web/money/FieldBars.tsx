import { Skeleton, Stack } from '@mantine/core'

/** The shape of the payment fields while they are on their way. */
export const FieldBars = () => (
  <Stack gap="sm" component="output" aria-busy="true" aria-label="Preparing the payment form">
    <Skeleton height={52} radius="md" />
    <Skeleton height={44} radius="md" />
    <Skeleton height={44} radius="md" />
  </Stack>
)
