import { UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { ahead } from '../online.ts'
import { signOut } from '../auth.ts'
import { useMe, type Me } from '../me.ts'
import { later } from '../../ui/lazy.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { countWaiting } from '../../shared/outbox/outbox.ts'
import { useWords } from '../words.ts'
import type { AccountMenuProps } from './AccountMenu.tsx'
import { shellWords } from '../../../words/en/shell.ts'
import { useMenu } from '../../ui/use-menu.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = later<AccountMenuProps>(async () => (await loadMenu()).AccountMenu)
const menuSoon = () => void ahead(loadMenu)

/** Who is signed in, their other organizations, the theme, and log out. */
export function UserMenu() {
  const me = useMe()
  const words = useWords(shellWords)
  useSchemeOf(me)
  // Unsent work stays on this phone.
  const leaving = useSheet<{ waiting: number }>('log-out')
  const { opened, onChange } = useMenu()
  const close = useCallback(() => onChange(false), [onChange])
  const [button, setButton] = useState<HTMLElement | null>(null)
  const id = useId()
  const leave = () => {
    const waiting = countWaiting()
    if (waiting === 0) void signOut()
    else leaving.show({ waiting })
  }
  const shown = me.name ?? me.email ?? words.account

  return (
    <>
      <UnstyledButton
        ref={setButton}
        className="shell-user"
        id={id}
        aria-label={words.accountMenu(shown)}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        data-expanded={opened || undefined}
        onPointerEnter={menuSoon}
        onFocus={menuSoon}
        onClick={() => onChange(!opened)}
      >
        <PersonAvatar name={shown} url={me.avatar_url} color="pine" size={34} />
        <span className="shell-user-name">{shown}</span>
        <ChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <AccountMenu
        opened={opened}
        onClose={close}
        id={id}
        button={button}
        me={me}
        onLeave={leave}
      />
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
    const saved = me.theme === 'light' || me.theme === 'dark' ? me.theme : null
    if (saved && localStorage.getItem('mantine-color-scheme-value') === null) setColorScheme(saved)
  }, [me.theme, setColorScheme])
}

/** Asks before logging out with unsent work on this phone. */
function LogOutDialog({ waiting, onClose }: { waiting: number; onClose: () => void }) {
  const words = useWords(shellWords)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.unsentTitle(waiting)}
      confirm={words.logOut}
      onConfirm={signOut}
      failure={words.logOutFailed}
    >
      {words.unsentText}
    </ConfirmDialog>
  )
}
