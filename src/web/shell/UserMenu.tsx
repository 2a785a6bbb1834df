import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
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
import { signOut } from '../auth.ts'
import { api } from '../client.ts'
import { hasLanguages, restartAs, useMe, type Me } from '../me.ts'
import { toast } from '../ui/toast.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { countWaiting } from '../outbox/outbox.ts'
import { countPhotos } from '../outbox/photos.ts'
import { useWords } from '../words.ts'
import { LanguageItems } from './LanguageItems.tsx'
import { LogOutDialog } from './LogOutDialog.tsx'
import { shellWords } from './words.ts'
import { useMenu } from '../ui/use-menu.ts'
import { useSheet } from '../ui/use-sheet.ts'

const schemes = [
  { value: 'auto', theme: 'system', label: 'likeDevice', icon: Monitor },
  { value: 'light', theme: 'light', label: 'light', icon: Sun },
  { value: 'dark', theme: 'dark', label: 'dark', icon: Moon },
] as const

/** Who is signed in, their other organizations, the theme, and log out. */
export function UserMenu() {
  const me = useMe()
  const words = useWords(shellWords)
  useSchemeOf(me)
  // Unsent work stays on this phone.
  const leaving = useSheet<{ waiting: number }>('log-out')
  const menu = useMenu()
  const leave = () => {
    const waiting = countWaiting() + countPhotos()
    if (waiting === 0) void signOut()
    else leaving.show({ waiting })
  }
  const shown = me.name ?? me.email ?? words.account

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
          <UnstyledButton className="shell-user" aria-label={words.accountMenu(shown)}>
            <PersonAvatar name={shown} url={me.avatar_url} color="pine" size={34} />
            <span className="shell-user-name">{shown}</span>
            <ChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {me.email}
            {me.role && (
              <div>{[words.role(me.role), me.organization_name].filter(Boolean).join(' · ')}</div>
            )}
          </Menu.Label>
          <Menu.Item
            component={Link}
            to="/app/account"
            leftSection={<CircleUserRound size={18} aria-hidden />}
          >
            {words.account}
          </Menu.Item>
          {me.memberships.length >= 2 && <OrganizationItems me={me} />}
          <Menu.Divider />
          <AppearanceItems />
          <Menu.Divider />
          {hasLanguages(me) && (
            <>
              <LanguageItems />
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<LogOut size={18} aria-hidden />} onClick={leave}>
            {words.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving.opened && leaving.about && (
        <LogOutDialog waiting={leaving.about.waiting} onClose={leaving.hide} />
      )}
    </>
  )
}

function useSchemeOf(me: Me): void {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    // A device without its own choice uses the profile's color scheme.
    const saved = schemes.find((scheme) => scheme.theme === me.theme)
    if (
      saved &&
      saved.value !== 'auto' &&
      localStorage.getItem('mantine-color-scheme-value') === null
    )
      setColorScheme(saved.value)
  }, [me.theme, setColorScheme])
}

function OrganizationItems({ me }: { me: Me }) {
  const words = useWords(shellWords)
  const switchTo = async (organization_id: string) => {
    try {
      await api['POST /api/users/active-organization']({ body: { organization_id } })
      restartAs('/app')
    } catch (error) {
      toast.failed(error, words.switchFailed)
    }
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{words.organization}</Menu.Label>
      {me.memberships.map((membership) => {
        const isActive = membership.organization_id === me.organization_id
        return (
          <Menu.Item
            key={membership.organization_id}
            leftSection={<Building2 size={18} aria-hidden />}
            rightSection={isActive ? <Check size={16} aria-label={words.current} /> : undefined}
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
  const words = useWords(shellWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: (typeof schemes)[number]) => {
    setColorScheme(scheme.value)
    // The device already shows it; the profile carries it to others.
    void api['PUT /api/users/update-me'].safe({ body: { theme: scheme.theme } })
  }
  return (
    <>
      <Menu.Label>{words.appearance}</Menu.Label>
      {schemes.map((scheme) => (
        <Menu.Item
          key={scheme.value}
          closeMenuOnClick={false}
          leftSection={<scheme.icon size={18} aria-hidden />}
          rightSection={
            colorScheme === scheme.value ? (
              <Check size={16} aria-label={words.current} />
            ) : undefined
          }
          onClick={() => choose(scheme)}
        >
          {words[scheme.label]}
        </Menu.Item>
      ))}
    </>
  )
}
