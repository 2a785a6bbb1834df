import { describe, expect, it } from 'vitest'
import { licenses, mostInstalled, reasons, unnamedLicenses } from './packages.ts'
import { read } from './source.ts'

const own = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const locked = Object.entries(
  (
    JSON.parse(read('package-lock.json')) as {
      packages: Record<
        string,
        { dev?: boolean; integrity?: string; resolved?: string; license?: string }
      >
    }
  ).packages,
).filter(([path]) => path !== '')

describe('packages', () => {
  it('each have a reason', () => {
    expect(Object.keys(own.dependencies)).toEqual(Object.keys(reasons).toSorted())
  })
  it('are pinned exactly, and locked with their hash but without an address', () => {
    const all = Object.entries({ ...own.dependencies, ...own.devDependencies })
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    expect(locked.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
    expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })
  it('each name a license that lets us ship them', () => {
    const strange = locked.filter(
      ([path, { license }]) => !licenses.has(license ?? unnamedLicenses[path] ?? ''),
    )
    expect(strange.map(([path, { license }]) => [path, license])).toEqual([])
  })
  it('run no script when installed, except Node itself', () => {
    expect(own.allowScripts).toEqual({ node: true })
  })
  it('that production installs only become fewer', () => {
    expect(locked.filter(([, { dev }]) => !dev)).toHaveLength(mostInstalled)
  })
  it('are a week old before they are used', () => {
    expect(read('.npmrc')).toMatch(/^min-release-age=7$/m)
  })
})
