type Told = (english: object, area: string) => void

const loaded = new Map<object, string>()
let tell: Told = () => undefined

/** The English words of an area, which ship with the code that shows them. The browser loads Spanish by the area's name. */
export function table<Words extends object>(area: string, english: Words): Words {
  loaded.set(english, area)
  tell(english, area)
  return english
}

/** Calls back for every table that is loaded, now or later. */
export function followTables(told: Told): void {
  tell = told
  for (const [english, area] of loaded) told(english, area)
}
