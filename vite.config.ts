import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sharedDeclarations } from './scripts/shared-declarations.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname
const server = process.env.API_URL ?? 'http://localhost:3000'
/** Places the server answers itself. */
const handedOn = ['/api', '/idp', '/sandbox', '/.well-known', '/public-signup']

/** In development, as src/server/pages.ts does otherwise: every place but the first is the application's, whatever its address. */
const applicationPlaces = (): Plugin => ({
  name: 'application-places',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0]!
      const isPage = request.headers.accept?.includes('text/html') && path !== '/' && !path.split('/').at(-1)!.includes('.')
      if (isPage && !handedOn.some((start) => path === start || path.startsWith(`${start}/`))) request.url = '/app.html'
      next()
    })
  },
})

const widgets =
  'Accordion|Autocomplete|Checkbox|Chip|Combobox|ComboboxPopover|Fieldset|FileInput|FloatingIndicator|Image|Indicator|Input|InputBase|List|MultiSelect|' +
  'NativeSelect|NumberInput|Pagination|PasswordInput|Pill|PillsInput|PinInput|Progress|Radio|RingProgress|SegmentedControl|Select|Slider|Spoiler|Stepper|' +
  'Switch|Table|Tabs|TagsInput|Textarea|TextInput|Timeline'

// Two pages: index.html is the landing page (no React), app.html is the application for every other path.
export default defineConfig({
  root: here('./src/web'),
  publicDir: here('./public'),
  plugins: [react(), sharedDeclarations(), applicationPlaces()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { landing: here('./src/web/index.html'), app: here('./src/web/app.html') },
      output: {
        codeSplitting: {
          groups: [
            // What every page of the application runs. Outranks the others, or React would land beside Mantine and the sign-in page would load both.
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]|src[\\/]web[\\/](auth|client|config|safe-path)\.ts$|src[\\/]domain[\\/](text|roles)\.ts\?part=plain$/,
              priority: 30,
            },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 25 },
            // Before widgets and dates: a group takes along what its members need and nobody took before.
            {
              name: 'ui',
              test: new RegExp(
                `node_modules[\\\\/](@mantine[\\\\/](core[\\\\/](?!esm[\\\\/]components[\\\\/](${widgets})[\\\\/])|hooks|notifications|modals|store)|@floating-ui|@tanstack[\\\\/](react-query|query-core)|react-remove-scroll|clsx|tabbable)`,
              ),
              priority: 23,
            },
            // Fields, tables and tabs: wanted by most screens but not by the shell and the start pages.
            {
              name: 'widgets',
              test: new RegExp(
                `node_modules[\\\\/](@mantine[\\\\/](form[\\\\/]|core[\\\\/]esm[\\\\/]components[\\\\/](${widgets})[\\\\/])|react-number-format)`,
              ),
              priority: 22,
            },
            { name: 'dates', test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/, priority: 21 },
            {
              name: 'shell',
              test: /src[\\/]web[\\/]((me|guard|query-client|live|theme)\.ts$|shell[\\/](?!PublicShell)|ui[\\/](Page|Sheet|toast|StatusChip|Money|EmptyState|Refusable|ConfirmDialog|styles|when)\.)/,
              priority: 15,
            },
            // One file for icons and declarations that several screens share, not one each.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 10 },
            { name: 'shared', test: /src[\\/](domain|api)[\\/][\w-]+\.ts\?part=plain$/, minShareCount: 2, priority: 16 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: [here('.')] },
    proxy: Object.fromEntries(handedOn.map((path) => [path, { target: server }])),
  },
})
