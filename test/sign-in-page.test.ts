import { expect, it } from 'vitest'
import { signInPageOf } from '../scripts/sign-in-page.ts'

const application = `<html lang="en"><head>
    <style>.boot{}</style>
    <script>self.starts = {"office":{}}
scheme()</script>
    <script type="module" crossorigin src="/assets/app-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/core-1.js">
    <link rel="stylesheet" crossorigin href="/assets/frame-1.css">
  </head><body><div id="root"><div class="boot" role="status"><span>Loading</span></div></div></body></html>`

it('holds back what loads the application, and starts the sign-in before anything else', () => {
  const page = signInPageOf(application, 'start()')
  const [, held] = /<template>(.*)<\/template>/.exec(page)!
  for (const file of ['app-1.js', 'core-1.js', 'frame-1.css']) {
    expect(held).toContain(file)
    expect(page.split(file)).toHaveLength(2)
  }
  expect(page).toContain('<script>scheme();start()</script>')
  expect(page).toContain('Finishing sign in…')
  expect(page).not.toContain('Loading')
})

it.each(['<script type="module"', '<script>', 'class="boot" role'])(
  'a page without %s stops the build',
  (part) => {
    const without = application.replaceAll(part, '<i').replaceAll('<link', '<i')
    expect(() => signInPageOf(without, '')).toThrow('has nothing like')
  },
)
