import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { callRoles } from './scripts/call-roles.ts'
import { compressedFiles } from './scripts/compressed-files.ts'
import { keptFiles } from './scripts/kept-files.ts'
import { landingPrices } from './scripts/landing-prices.ts'
import { signInPage } from './scripts/sign-in-page.ts'
import { startFiles } from './scripts/start-files.ts'

const here = (path: string) => new URL(path, import.meta.url).pathname
const server = process.env.API_URL ?? 'http://localhost:3000'
/** Paths the server handles itself. */
const handedOn = ['/api', '/idp', '/sandbox', '/.well-known', '/public-signup', '/org']

/**
 * The development counterpart of src/server/pages.ts: every path except the root is the
 * application's.
 */
const applicationPlaces = (): Plugin => ({
  name: 'application-places',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0]!
      const isPage =
        request.headers.accept?.includes('text/html') &&
        path !== '/' &&
        !path.split('/').at(-1)!.includes('.')
      if (isPage && !handedOn.some((start) => path === start || path.startsWith(`${start}/`)))
        request.url = '/app.html'
      next()
    })
  },
})

/**
 * Everything that floats above a page: sheets, menus, tooltips. The shell behind sign-in uses some
 * of each, public pages none.
 */
const overlays = 'Affix|Dialog|Drawer|HoverCard|Menu|Modal|ModalBase|Popover|ScrollArea|Tooltip'
/** Small fields, enough for a form that asks one thing at a time. */
const fields = 'Fieldset|Progress|Radio'
const widgets =
  'Accordion|Autocomplete|Chip|Combobox|ComboboxPopover|FileInput|FloatingIndicator|Image|Indicator|List|MultiSelect|' +
  'NativeSelect|Pagination|PasswordInput|Pill|PillsInput|PinInput|RingProgress|SegmentedControl|Select|Slider|Spoiler|Stepper|' +
  'Switch|Table|Tabs|TagsInput|Textarea|Timeline'
/** Members of these families, without checkmarks and arrows that others draw too. */
const family = (names: string): RegExp =>
  new RegExp(
    `node_modules[\\\\/]@mantine[\\\\/]core[\\\\/]esm[\\\\/]components[\\\\/](${names})[\\\\/](?!CheckIcon|RadioIcon|AccordionChevron)`,
  )
const library =
  /node_modules[\\/](@mantine[\\/](core|notifications|store|hooks[\\/]esm[\\/]use-uncontrolled)|@tanstack[\\/](react-query|query-core)|clsx)[\\/]/
const special = [
  family([overlays, fields, widgets, 'NumberInput'].join('|')),
  /esm[\\/]utils[\\/](Floating|InputsGroupFieldset)[\\/]/,
]

/**
 * Rules and declarations: those that three screens or more use are in one file, or each would load another’s. No home searches,
 * draws a QR code or invites, so what only those screens need stays with them.
 */
const rules =
  /src[\\/](domain|api)[\\/](?!base[\\/](?:search|qr)\.ts|people[\\/]invitation\.ts).*\.ts$/

/**
 * What every page of the application runs, the screens that open at `/app`, and what more than one
 * of those shows. The first script's own modules are among them, or a screen's group would take them along.
 */
const frame = [
  /src[\\/]web[\\/](palette|theme|app[\\/](guard|live|clock|today|me|query-client|router|words))\.tsx?$/,
  /src[\\/]web[\\/]app[\\/]shell[\\/](?!PublicShell|AccountMenu|LanguageItems|Deactivated)/,
  /src[\\/]web[\\/]app[\\/]home[\\/]/,
  /src[\\/]web[\\/]shared[\\/]visits[\\/]visit-text\.ts$/,
  /src[\\/]web[\\/]ui[\\/](Page|toast|StatusChip|Money|EmptyState|styles|when|Sheet|Refusable|ConfirmDialog|CopyButton|FormProblem|Photos|Notice|save-file)\.tsx?$/,
  // The library's styles come before ours, in one file.
  /@mantine[\\/](core|notifications)[\\/]styles.*\.css$/,
]

// Two pages: index.html is the landing page (no React), app.html is the application for every other path.
export default defineConfig({
  root: here('./src/web'),
  publicDir: here('./public'),
  plugins: [
    react(),
    callRoles(),
    landingPrices(),
    applicationPlaces(),
    startFiles(),
    signInPage(),
    keptFiles(),
    compressedFiles(),
  ],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    // What the shell loads later builds on what is already loaded; listing it all again would
    // lengthen every first page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostId }) => (hostId.includes('/shell-') ? [] : files),
    },
    rolldownOptions: {
      treeshake: {
        // They only declare, so what nobody uses of them is left out.
        moduleSideEffects: [{ test: rules, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      input: {
        landing: here('./src/web/index.html'),
        app: here('./src/web/app.html'),
        passkeys: here('./src/web/passkey-page.ts'),
      },
      output: {
        // The sign-in pages name their script.
        entryFileNames: ({ name }) =>
          name === 'passkeys' ? 'passkeys.js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // What every page of the application runs. Ranks above the others, or React would be
            // bundled with Mantine and the sign-in page would load both.
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]|src[\\/]web[\\/]app[\\/](app-worker|auth|client|config|online|safe-path|sign-in-journey|stored-session)\.ts$|rolldown[\\/]runtime/,
              priority: 30,
            },
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 25 },
            // Before the others: a group includes its members' dependencies that no earlier group
            // has.
            {
              name: 'ui',
              test: (id: string) =>
                library.test(id) && !id.endsWith('.css') && !special.some((one) => one.test(id)),
              priority: 24,
            },
            { name: 'fields', test: family(fields), priority: 23 },
            {
              name: 'overlays',
              test: (id: string) =>
                family(overlays).test(id) ||
                /node_modules[\\/](@floating-ui|react-remove-scroll|tabbable)[\\/]/.test(id),
              priority: 22,
            },
            {
              name: 'numbers',
              test: (id: string) =>
                family('NumberInput').test(id) ||
                /node_modules[\\/]react-number-format[\\/]/.test(id),
              priority: 21,
            },
            // Selects, tables and tabs: used by most screens, but not by the shell and the start
            // pages.
            {
              name: 'widgets',
              test: (id: string) =>
                family(widgets).test(id) || /node_modules[\\/]@mantine[\\/]form[\\/]/.test(id),
              priority: 20,
            },
            {
              name: 'dates',
              test: /node_modules[\\/](@mantine[\\/]dates|dayjs)[\\/]/,
              priority: 19,
            },
            // Our own of every page, in one file: many small ones each cost a phone on a slow connection a turn.
            {
              name: 'frame',
              test: (id: string) => frame.some((one) => one.test(id)),
              priority: 18,
            },
            // The two screens that people open on a phone, each with what only it needs at the start.
            {
              name: 'portal',
              test: /src[\\/]web[\\/]portal[\\/]Portal\.tsx$/,
              priority: 14,
            },
            {
              name: 'crew',
              test: /src[\\/]web[\\/]crew[\\/]CrewDashboard\.tsx$/,
              priority: 13,
            },
            // What sends and shows the unsent work on every page of a crew, and keeps the application.
            {
              name: 'Unsent',
              test: /src[\\/]web[\\/](shared[\\/]outbox[\\/]Unsent|app[\\/]kept[\\/]KeepHere)\.tsx$/,
              priority: 12,
            },
            // What several screens share and no start screen needs is bundled with its users.
            {
              name: 'shared',
              test: (id: string) => /node_modules[\\/]lucide-react[\\/]/.test(id) || rules.test(id),
              minShareCount: 3,
              priority: 16,
            },
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
