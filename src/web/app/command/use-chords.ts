import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Role } from '../../../domain/base/roles.ts'
import { useMe } from '../me.ts'
import { useShellKey } from '../../ui/shell-key.ts'

const wait_ms = 1500
const starts = new Set(['N', 'G'])

/** Two keys pressed one after the other: N and I starts a new invoice, G and C opens the customers. `isOn`: for this role. */
export function useChords(isOn: boolean): void {
  const router = useRouter()
  const { roles } = useMe()
  const begun = useRef<{ key: string; at: number } | null>(null)
  const pressed = useRef('')
  const isWaiting = () => begun.current !== null && Date.now() - begun.current.at < wait_ms
  useShellKey(
    ({ key, ctrlKey, metaKey, shiftKey }) => {
      if (!isOn || ctrlKey || metaKey || shiftKey || !/^[a-z]$/i.test(key)) return false
      pressed.current = key.toUpperCase()
      return isWaiting() || starts.has(pressed.current)
    },
    () => {
      const first = isWaiting() ? begun.current?.key : undefined
      begun.current = first ? null : { key: pressed.current, at: Date.now() }
      if (first) void openBy(`${first} ${pressed.current}`, router, roles)
    },
  )
}

async function openBy(keys: string, router: AnyRouter, roles: readonly Role[]): Promise<void> {
  const { ownItems } = await import('./items.ts')
  const one = ownItems(router, roles).find((item) => item.keys === keys)
  if (one) await router.navigate({ to: one.to, search: one.search } as never)
}
