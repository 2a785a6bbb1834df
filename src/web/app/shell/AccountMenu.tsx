import { Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Building2, Check, CircleUserRound, Clock, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useLayoutEffect, type Ref } from 'react'
import { crewRoles, hasRole } from '../../../domain/base/roles.ts'
import { api } from '../client.ts'
import { hasLanguages, restartAs, type Me, meQuery } from '../me.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords, wordsNow } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'
import { localeTags, locales, type Locale } from '../../../domain/base/locale.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { useLocale } from '../locale.ts'
import { queryClient } from '../query-client.ts'

const schemes = [
  { value: 'auto', theme: 'system', label: 'likeDevice', icon: Monitor },
  { value: 'light', theme: 'light', label: 'light', icon: Sun },
  { value: 'dark', theme: 'dark', label: 'dark', icon: Moon },
] as const

export type AccountMenuProps = {
  opened: boolean
  onClose: () => void
  /** Of the button; the menu itself is `${id}-dropdown`. */
  id: string
  button: HTMLElement | null
  me: Me
  onLeave: () => void
}

/** The menu of the button that shows who is signed in. */
export function AccountMenu({ opened, onClose, id, button, me, onLeave }: AccountMenuProps) {
  const words = useWords(shellWords)
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-end"
      width={280}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Place of={button} />
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
        {hasRole(me.roles, crewRoles) && (
          <Menu.Item
            component={Link}
            to="/app/my-hours"
            leftSection={<Clock size={18} aria-hidden />}
          >
            {words.myHours}
          </Menu.Item>
        )}
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
        <Menu.Item leftSection={<LogOut size={18} aria-hidden />} onClick={onLeave}>
          {words.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Stands for the button, which is there before the menu. */
function Place({ of, ref }: { of: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') return ref(of)
  }, [of, ref])
  return null
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

/**
 * Each language in its own name. The page changes immediately; the profile carries the choice to
 * other devices.
 */
function LanguageItems() {
  const words = useWords(shellWords)
  const { languageName } = useWords(frameWords)
  const spoken = useLocale()
  return (
    <>
      <Menu.Label>{words.language}</Menu.Label>
      {locales.map((locale) => (
        <Menu.Item
          key={locale}
          closeMenuOnClick={false}
          lang={localeTags[locale]}
          rightSection={
            spoken === locale ? <Check size={16} aria-label={words.current} /> : undefined
          }
          onClick={() => void keep(locale)}
        >
          {languageName[locale]}
        </Menu.Item>
      ))}
    </>
  )
}

async function keep(locale: Locale): Promise<void> {
  const before = queryClient.getQueryData<Me>(meQuery.queryKey)
  const tag = localeTags[locale]
  if (!before || before.locale === tag) return
  queryClient.setQueryData<Me>(meQuery.queryKey, { ...before, locale: tag })
  const saved = await api['PUT /api/users/update-me'].safe({ body: { locale: tag } })
  if (saved.ok) return
  queryClient.setQueryData<Me>(meQuery.queryKey, before)
  toast.failed(saved.error, wordsNow(shellWords).languageFailed)
}
