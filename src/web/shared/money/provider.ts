import { useComputedColorScheme } from '@mantine/core'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import { cornerRadius, font, tones } from '../../palette.ts'
import { wordsNow } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

/** The keys for reaching the payment provider from this page. */
type ProviderKeys = {
  publishable_key: string | null
  account_id: string | null
  script_url: string | null
}

const patienceMs = 6000
const loaded = new Map<string, Promise<Stripe>>()

/**
 * The provider's library for one connected account; after a failed load the next caller tries
 * again.
 */
export function loadProvider(keys: ProviderKeys): Promise<Stripe> {
  const name = `${keys.publishable_key} ${keys.account_id}`
  let loading = loaded.get(name)
  if (!loading) {
    loading = within(patienceMs, load(keys))
    loaded.set(name, loading)
    loading.catch(() => loaded.delete(name))
  }
  return loading
}

async function load({ publishable_key, account_id, script_url }: ProviderKeys): Promise<Stripe> {
  if (!publishable_key) throw new Error(wordsNow(moneyWords).noKey)
  // The library reuses an existing `window.Stripe`, so load the other script first.
  if (script_url && !('Stripe' in window)) await loadScript(script_url)
  const stripe = await loadStripe(publishable_key, account_id ? { stripeAccount: account_id } : {})
  if (!stripe) throw new Error(wordsNow(moneyWords).formNotLoaded)
  return stripe
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(wordsNow(moneyWords).formNotLoaded))
    })
    document.head.append(script)
  })
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(wordsNow(moneyWords).formSlow)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * The provider's fields in our colors. They are in an iframe, out of reach of the page's CSS
 * variables.
 */
export function useAppearance(): Appearance {
  const scheme = useComputedColorScheme('light')
  const { action, body, surface, text, quiet, error } = tones[scheme]
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: action,
      colorBackground: scheme === 'dark' ? body : surface,
      colorText: text,
      colorTextSecondary: quiet,
      colorDanger: error,
      fontFamily: font,
      fontSizeBase: '16px',
      borderRadius: cornerRadius,
    },
  }
}
