import { Card, Checkbox, Kbd, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Kbd.css'
import { useState } from 'react'
import { setSingleKeys, singleKeys } from '../ui/shell-key.ts'

/** The keys that open something from anywhere, and a way to do without them. */
export function KeysCard() {
  const [isOn, setOn] = useState(singleKeys)
  return (
    <Card component="section" aria-labelledby="keys" padding="lg" visibleFrom="sm">
      <Stack gap="sm">
        <Title order={2} id="keys">
          Keyboard
        </Title>
        <Text fz="sm">
          <Kbd>/</Kbd> or <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> finds a customer, <Kbd>Shift</Kbd>{' '}
          <Kbd>K</Kbd> opens Quick Actions.
        </Text>
        <Checkbox
          label="Open things with single keys"
          description="Without it / and Shift+K do nothing on this device. Switch it off if you dictate, or strike keys by accident."
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked)
            setOn(checked)
          }}
        />
      </Stack>
    </Card>
  )
}
