import { Button, Menu } from '@mantine/core'
import { CalendarPlus, ChevronDown, CloudRain, List, PartyPopper, Settings } from 'lucide-react'
import { useMenu } from '../../ui/use-menu.ts'

type OfficeActionsProps = {
  onAdd: () => void
  /** A phone's head has no room for a third button. */
  onEvents: (() => void) | undefined
  onEvent: () => void
  onLost: () => void
  onSettings: () => void
}

/** What the office does with the schedule as a whole. */
export function OfficeActions({
  onAdd,
  onEvents,
  onEvent,
  onLost,
  onSettings,
}: OfficeActionsProps) {
  const menu = useMenu()
  return (
    <>
      <Menu {...menu} position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {onEvents && (
            <Menu.Item leftSection={<List size={18} aria-hidden />} onClick={onEvents}>
              Organization Events
            </Menu.Item>
          )}
          <Menu.Item leftSection={<PartyPopper size={18} aria-hidden />} onClick={onEvent}>
            Add Misc Event
          </Menu.Item>
          <Menu.Item leftSection={<CloudRain size={18} aria-hidden />} onClick={onLost}>
            Rain day
          </Menu.Item>
          <Menu.Item leftSection={<Settings size={18} aria-hidden />} onClick={onSettings}>
            Schedule settings
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<CalendarPlus size={17} aria-hidden />} onClick={onAdd}>
        Add to Schedule
      </Button>
    </>
  )
}
