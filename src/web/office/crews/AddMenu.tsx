import { Button, Menu } from '@mantine/core'
import { Mail, Plus, UserPlus, UsersRound } from 'lucide-react'
import { useMenu } from '../../ui/use-menu.ts'

type Props = { member: () => void; team: () => void; colleague: () => void }

/** The one way to whoever is new: each line opens its form. */
export function AddMenu({ member, team, colleague }: Props) {
  const menu = useMenu()
  return (
    <Menu {...menu} position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Plus size={17} aria-hidden />}>Add</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<UserPlus size={17} aria-hidden />} onClick={member}>
          Crew member
        </Menu.Item>
        <Menu.Item leftSection={<UsersRound size={17} aria-hidden />} onClick={team}>
          Team
        </Menu.Item>
        <Menu.Item leftSection={<Mail size={17} aria-hidden />} onClick={colleague}>
          Office or subcontractor
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
