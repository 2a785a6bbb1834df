import { Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import { localeTags, locales, type Locale } from '../../domain/locale.ts'
import { api } from '../client.ts'
import { frameWords } from '../frame-words.ts'
import { useLocale } from '../locale.ts'
import { meQuery, type Me } from '../me.ts'
import { queryClient } from '../query-client.ts'
import { toast } from '../ui/toast.tsx'
import { useWords, wordsNow } from '../words.ts'
import { shellWords } from './words.ts'

/**
 * Each language in its own name. The page changes immediately; the profile carries the choice to
 * other devices.
 */
export function LanguageItems() {
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
