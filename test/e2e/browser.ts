import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type LaunchOptions } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** How to launch Chromium on a machine with no browser and no system libraries: the one from npm, or `CHROME_PATH`. */
export async function browserOptions(): Promise<LaunchOptions> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args: flags }
  // The npm package holds a Linux x64 build only; elsewhere Playwright looks for its own (`npx playwright install chromium`).
  if (process.platform !== 'linux' || process.arch !== 'x64') return { args: flags }
  const home = await unpackedBrowser()
  return {
    executablePath: join(home, 'chromium'),
    args: flags,
    env: {
      ...process.env,
      FONTCONFIG_PATH: join(home, 'fonts'),
      LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
    },
  }
}

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await browserOptions())

/** Unpacks once per checkout, about 4 s and 210 MB. */
async function unpackedBrowser(): Promise<string> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin')
  const cache = join(bin, '..', '..', '..', '.cache')
  const home = join(cache, 'chromium')
  if (existsSync(home)) return home

  await mkdir(cache, { recursive: true })
  const staging = await mkdtemp(join(cache, 'chromium-'))
  const temp = process.env.TMPDIR
  // The package unpacks into the temp folder and takes a half-written file there for a whole one: give it a folder of its own, then rename.
  process.env.TMPDIR = staging
  try {
    const { default: packed, inflate } = await import('@sparticuz/chromium')
    await Promise.all([packed.executablePath(), inflate(join(bin, 'al2023.tar.br'))])
  } finally {
    if (temp === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temp
  }
  await writeFile(join(staging, 'fonts', 'fonts.conf'), fontsConf(join(home, 'fonts')))
  await rename(staging, home).catch(async (error: NodeJS.ErrnoException) => {
    await rm(staging, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return home
}

/** Only the fonts that came along, so that a page looks the same on every machine. */
const fontsConf = (dir: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}</dir><cachedir>${join(dir, 'cache')}</cachedir></fontconfig>\n`
