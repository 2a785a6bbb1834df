import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { queryClient } from '../query-client.ts'
import { cssVariablesResolver, theme } from '../../theme.ts'
import { uiWords } from '../../../words/en/ui.ts'
import { useWords } from '../words.ts'

/** Theme, cache and messages. Not in the root, so that the sign-in page loads none of it. */
export function Providers({ children }: { children: ReactNode }) {
  const { close, dismiss } = useWords(uiWords)
  const spoken = useMemo(() => {
    const named = (label: string) => ({
      defaultProps: { closeButtonProps: { 'aria-label': label } },
    })
    const components = { Modal: named(close), Drawer: named(close), Notification: named(dismiss) }
    return mergeThemeOverrides(theme, { components })
  }, [close, dismiss])
  usePaperColors()
  return (
    <MantineProvider
      theme={spoken}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-center" zIndex={500} limit={4} containerWidth={420} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Prints in the light colors, whatever the screen shows: paper is white. */
function usePaperColors(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let onScreen: string | undefined
    const toPaper = () => {
      onScreen = dataset['mantineColorScheme']
      dataset['mantineColorScheme'] = 'light'
    }
    const toScreen = () => {
      dataset['mantineColorScheme'] = onScreen
    }
    addEventListener('beforeprint', toPaper)
    addEventListener('afterprint', toScreen)
    return () => {
      removeEventListener('beforeprint', toPaper)
      removeEventListener('afterprint', toScreen)
    }
  }, [])
}
