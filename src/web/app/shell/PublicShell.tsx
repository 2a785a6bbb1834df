import { Outlet } from '@tanstack/react-router'
import { PlainFrame } from './Frame.tsx'
import { Providers } from './Providers.tsx'

/** Wraps public screens that use the component library. */
export default function PublicShell() {
  return (
    <Providers>
      <PlainFrame>
        <main style={{ flex: 1, width: '100%' }}>
          <Outlet />
        </main>
      </PlainFrame>
    </Providers>
  )
}
