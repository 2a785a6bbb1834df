import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../query-client.ts'
import { cssVariablesResolver, theme } from '../theme.ts'
import '../ui/styles.ts'

/** Theme, cache and messages. Kept out of the root, so that the sign-in page loads none of it. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" zIndex={500} limit={4} containerWidth={420} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  )
}
