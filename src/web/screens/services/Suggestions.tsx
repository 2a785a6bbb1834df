import { Button, Group, Text, Title } from '@mantine/core'
import { Plus } from 'lucide-react'

/** Services businesses in the same industry usually offer that this one does not list yet. */
export function Suggestions({
  names,
  add,
}: {
  names: readonly string[]
  add: (name: string) => void
}) {
  return (
    <section style={{ marginTop: 28 }} aria-labelledby="suggestions">
      <Title order={2} fz="h3" id="suggestions">
        Often offered in your industry
      </Title>
      <Text c="dimmed" mb="sm">
        Choose one to add it with your own price and time.
      </Text>
      <Group gap="xs">
        {names.map((name) => (
          <Button
            key={name}
            variant="default"
            size="sm"
            radius="xl"
            leftSection={<Plus size={16} aria-hidden />}
            aria-label={`Add ${name}`}
            onClick={() => add(name)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  )
}
