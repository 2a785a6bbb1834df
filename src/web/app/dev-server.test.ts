import { createServer } from 'vite'
import { expect, it } from 'vitest'

it('in development, serves the app at its deep URLs and the landing page only at the root', async () => {
  const vite = await createServer({
    server: { port: 0, strictPort: false, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
  try {
    await vite.listen()
    const page = async (path: string) =>
      (
        await fetch(new URL(path, vite.resolvedUrls!.local[0]), {
          headers: { accept: 'text/html' },
        })
      ).text()
    expect(await page('/')).toContain('Your whole field day')
    for (const path of ['/app/schedule', '/signup/org/green-acres', '/legal/terms', '/apiary'])
      expect(await page(path), path).toContain('/main.tsx')
  } finally {
    await vite.close()
  }
})
