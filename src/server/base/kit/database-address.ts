/**
 * The addresses in a database URL, one for each of its hosts: `postgres://user@one,two:5433/name` has two. None if one
 * of them makes no sense.
 */
export function addressesOf(text: string): URL[] {
  const [, before = '', hosts = '', after = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const all = hosts.split(',').map((host) => URL.parse(`${before}${host}${after}`))
  return all.every((one) => one !== null) ? all : []
}
