import type { Plugin } from 'vite'

const module = 'src/web/app/command/call-roles.ts'

/** Builds the table of who may make each call as plain data, without the calls themselves. */
export const callRoles = (): Plugin => ({
  name: 'call-roles',
  apply: 'build',
  async load(id) {
    if (!id.endsWith(module)) return null
    const { callRoles: roles } = (await import(new URL(`../${module}`, import.meta.url).href)) as {
      callRoles: Record<string, unknown>
    }
    const changing = Object.entries(roles).filter(([call]) => !call.startsWith('GET '))
    return `export const callRoles = ${JSON.stringify(Object.fromEntries(changing))}`
  },
})
