import { describe, expect, it } from 'vitest'
import { productFiles, read } from '../../../../test/source.ts'
import { calls } from '../../../api/calls.ts'
import { roles, type Role } from '../../../domain/base/roles.ts'
import { router } from '../router.tsx'
import { actions, type Action } from './commands.ts'
import { actionsFor, pageKeys, pagesFor } from './pages.ts'

const labels = (role: Role) => actionsFor(router, [role]).map(({ label }) => label)
const titles = (role: Role) => pagesFor(router, [role]).map(({ title }) => title)

describe('commands', () => {
  it('shows a manager what a manager may do, and nothing that only an owner may', () => {
    expect(labels('manager')).toEqual(expect.arrayContaining(['New invoice', 'Invite customer']))
    const owners = labels('owner').filter((label) => !labels('manager').includes(label))
    expect(owners).toEqual(
      expect.arrayContaining([
        'Export everything',
        'Set sales tax rates',
        'Cancel the subscription',
        'Add team',
      ]),
    )
  })

  it('shows sales and admins their own', () => {
    expect(labels('sales')).toContain('New lead')
    expect(labels('sales')).not.toContain('New invoice')
    expect(titles('sales')).toEqual(['Sales CRM', 'Home', 'Account'])
    expect(labels('admin')).toEqual(
      expect.arrayContaining(['Add organization', 'Impersonate someone', 'New lead']),
    )
    expect(labels('admin')).not.toContain('New invoice')
  })

  it('makes a call that is declared, on a page and in a sheet that are there', () => {
    const names = productFiles
      .filter((file) => file.startsWith('src/web/'))
      .flatMap((file) => [...read(file).matchAll(/useSheet(?:<[^(]*>)?\('([^']+)'/g)])
    const sheets = new Set(names.map(([, name]) => name!))
    const lost = Object.entries<Action>(actions).filter(
      ([call, { to, search }]) =>
        !(call in calls) ||
        !(to in router.routesByPath) ||
        (search?.['sheet'] !== undefined && !sheets.has(search['sheet'])),
    )
    expect(lost).toEqual([])
  })

  it.each(roles)('lists each page for %s once', (role) => {
    expect(new Set(titles(role)).size).toBe(titles(role).length)
  })

  it('has each action for somebody, and no keys twice', () => {
    const all = new Set(roles.flatMap(labels))
    const entries = Object.values<Action>(actions)
    expect(entries.filter(({ label }) => !all.has(label))).toEqual([])
    const keys = [...entries.flatMap(({ keys }) => keys ?? []), ...Object.values(pageKeys)]
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(pageKeys).filter((to) => !(to in router.routesByPath))).toEqual([])
  })
})
