import { Button, Card, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The way to the words of messages. */
export const WordingCard = () => (
  <Card component="section" aria-labelledby="wording" padding="lg">
    <Title order={2} id="wording" mb="xs">
      Message wording
    </Title>
    <Text mb="sm">
      Email and texts to customers, in English and in Spanish: as we write them, or as you do.
    </Text>
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/app/settings/wording" />}
    >
      Change the wording
    </Button>
  </Card>
)
