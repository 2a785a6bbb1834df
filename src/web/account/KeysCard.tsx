import { Card, Checkbox, Kbd, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { setSingleKeys, singleKeys } from '../ui/shell-key.ts'
import { useWords } from '../words.ts'
import { accountWords } from './words.ts'

/** Keyboard shortcuts, and a switch to turn off the single-key ones. */
export function KeysCard() {
  const words = useWords(accountWords)
  const [isOn, setOn] = useState(singleKeys)
  return (
    <Card component="section" aria-labelledby="keys" padding="lg" visibleFrom="sm">
      <Stack gap="sm">
        <Title order={2} id="keys">
          {words.keyboard}
        </Title>
        <Text fz="sm">
          <Kbd>/</Kbd> {words.keysOr} <Kbd>{'Ctrl'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysFind}{' '}
          <Kbd>{'Shift'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysQuick}
        </Text>
        <Checkbox
          label={words.singleKeys}
          description={words.singleKeysAbout}
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
