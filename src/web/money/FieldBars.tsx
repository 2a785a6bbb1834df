import { Skeleton, Stack } from '@mantine/core'

/** Placeholder for the payment fields while they load. */
export const FieldBars = () => (
  <Stack gap="sm" component="output" aria-busy="true" aria-label="Preparing the payment form">
    <Skeleton height={52} radius="md" />
    <Skeleton height={44} radius="md" />
    <Skeleton height={44} radius="md" />
  </Stack>
)
