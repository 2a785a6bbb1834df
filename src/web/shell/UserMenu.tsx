import { Avatar, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  Building2,
  Check,
  ChevronDown,
  CircleUserRound,
  LogOut,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react'
import { useEffect } from 'react'
import { roleLabel } from '../../domain/roles.ts'
import { signOut } from '../auth.ts'
import { api } from '../client.ts'
import { restartAs, useMe, type Me } from '../me.ts'
import { toast } from '../ui/toast.tsx'
import { lettersOf } from '../ui/initials.ts'
import { countWaiting } from '../unsent.ts'
import { LogOutDialog } from './LogOutDialog.tsx'
import { useMenu } from '../ui/use-menu.ts'
import { useSheet } from '../ui/use-sheet.ts'

const schemes = [
  { value: 'auto', theme: 'system', label: 'Same as device', icon: Monitor },
  { value: 'light', theme: 'light', label: 'Light', icon: Sun },
  { value: 'dark', theme: 'dark', label: 'Dark', icon: Moon },
] as const

/** Who is signed in, the other organizations they belong to, the look, and the way out. */
export function UserMenu() {
  const me = useMe()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    // A device on which nothing was chosen starts with the scheme of the profile.
    const saved = schemes.find((scheme) => scheme.theme === me.theme)
    if (
      saved &&
      saved.value !== 'auto' &&
      localStorage.getItem('mantine-color-scheme-value') === null
    )
      setColorScheme(saved.value)
  }, [me.theme, setColorScheme])
  // Work that is not sent yet stays behind on this phone.
  const leaving = useSheet<{ waiting: number }>('log-out')
  const menu = useMenu()
  const leave = () => {
    const waiting = countWaiting()
    if (waiting === 0) void signOut()
    else leaving.show({ waiting })
  }
  const shown = me.name ?? me.email ?? 'Account'

  return (
    <>
      <Menu
        {...menu}
        position="bottom-end"
        width={280}
        shadow="md"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className="shell-user" aria-label={`Account menu, ${shown}`}>
            <Avatar
              src={me.avatar_url}
              name={lettersOf(shown)}
              color="pine"
              size={34}
              radius="xl"
              alt=""
            />
            <span className="shell-user-name">{shown}</span>
            <ChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {me.email}
            {me.role && (
              <div>{[roleLabel(me.role), me.organization_name].filter(Boolean).join(' · ')}</div>
            )}
          </Menu.Label>
          <Menu.Item
            component={Link}
            to="/app/account"
            leftSection={<CircleUserRound size={18} aria-hidden />}
          >
            Account
          </Menu.Item>
          {me.memberships.length >= 2 && <OrganizationItems me={me} />}
          <Menu.Divider />
          <AppearanceItems />
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={18} aria-hidden />} onClick={leave}>
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving.opened && leaving.about && (
        <LogOutDialog waiting={leaving.about.waiting} onClose={leaving.hide} />
      )}
    </>
  )
}

function OrganizationItems({ me }: { me: Me }) {
  const switchTo = async (organization_id: string) => {
    try {
      await api['POST /api/users/active-organization']({ body: { organization_id } })
      restartAs('/app')
    } catch (error) {
      toast.failed(error, 'Could not switch the organization')
    }
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Organization</Menu.Label>
      {me.memberships.map((membership) => {
        const isActive = membership.organization_id === me.organization_id
        return (
          <Menu.Item
            key={membership.organization_id}
            leftSection={<Building2 size={18} aria-hidden />}
            rightSection={isActive ? <Check size={16} aria-label="current" /> : undefined}
            onClick={isActive ? undefined : () => void switchTo(membership.organization_id)}
          >
            {membership.organization_name}
          </Menu.Item>
        )
      })}
    </>
  )
}

function AppearanceItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: (typeof schemes)[number]) => {
    setColorScheme(scheme.value)
    // The device shows it already; the profile only carries it to the next one.
    void api['PUT /api/users/update-me'].safe({ body: { theme: scheme.theme } })
  }
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      {schemes.map((scheme) => (
        <Menu.Item
          key={scheme.value}
          closeMenuOnClick={false}
          leftSection={<scheme.icon size={18} aria-hidden />}
          rightSection={
            colorScheme === scheme.value ? <Check size={16} aria-label="current" /> : undefined
          }
          onClick={() => choose(scheme)}
        >
          {scheme.label}
        </Menu.Item>
      ))}
    </>
  )
}
