import { Button } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { useTray } from '../../../shared/visits/tray-query.ts'

/** Opens and closes what waits for a place. */
export function TrayButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const { count } = useTray(true)
  return (
    <Button
      id={trayButton}
      variant={isOpen ? 'filled' : 'default'}
      size="sm"
      h={40}
      leftSection={<Hourglass size={16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {trayText(count)}
    </Button>
  )
}

/** The button's id: what had the focus in the tray gives it back here. */
export const trayButton = 'tray-button'

/** 'On hold (3)'. */
export const trayText = (many: number): string => (many > 0 ? `On hold (${many})` : 'On hold')
