import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

const shared = /[\\/]src[\\/](domain|api)[\\/][\w-]+\.ts$/
const partOf = /^(.*\.ts)\?part=(plain|schemas)$/

/** A top-level statement of a module: its text, what it declares, and whether it needs zod. */
type Piece = {
  text: string
  names: string[]
  words: Set<string>
  isExported: boolean
  isSchema: boolean
}
type Module = { imports: string[]; pieces: Piece[] }

/**
 * Bundlers drop unused modules, but not parts of a used one: a page that needs `clockText` from
 * domain/dates.ts would load zod for the schemas in the same file, 25 kB it never runs. So every
 * shared module is built as two, one that needs zod and one that does not, behind its own name; and
 * every value computed at the top level is marked pure, which a bundler cannot infer for
 * `z.string().min(1)`. These folders contain only declarations, so neither changes what runs.
 */
export function sharedDeclarations(): Plugin {
  const known = new Map<string, Module>()
  let parse: (code: string) => { body: readonly Node[] }

  async function moduleOf(file: string): Promise<Module> {
    const found = known.get(file)
    if (found) return found
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { lang: 'ts' })
    const module: Module = { imports: [], pieces: [] }
    known.set(file, module)
    const schemas = new Set<string>(['z.'])
    for (const node of parse(code).body) {
      const text = code.slice(node.start, node.end)
      if (node.type === 'ImportDeclaration') {
        module.imports.push(text)
        const from = join(dirname(file), node.source?.value ?? '')
        const theirs = shared.test(from) ? schemaNames(await moduleOf(from)) : new Set<string>()
        for (const { imported, local } of node.specifiers ?? [])
          if (theirs.has(imported?.name ?? '')) schemas.add(local.name)
        continue
      }
      const isExported = node.type === 'ExportNamedDeclaration'
      const declaration = isExported ? node.declaration : node
      if (!declaration) {
        // `export { … }` and the like are rare enough to keep whole, where everything is available.
        module.pieces.push({
          text,
          names: [],
          words: wordsIn(text),
          isExported: false,
          isSchema: true,
        })
        continue
      }
      for (const piece of piecesOf(code, declaration))
        module.pieces.push({ ...piece, words: wordsIn(piece.text), isExported, isSchema: false })
    }
    // A piece that refers to a schema needs it; so does one that refers to that piece.
    for (let grew = true; grew;) {
      grew = false
      for (const piece of module.pieces) {
        if (piece.isSchema || !schemas.values().some((name) => piece.words.has(name))) continue
        piece.isSchema = grew = true
        for (const name of piece.names) schemas.add(name)
      }
    }
    return module
  }

  return {
    name: 'shared-declarations',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      parse ??= (code) => this.parse(code) as unknown as { body: readonly Node[] }
      if (shared.test(id)) {
        const { pieces } = await moduleOf(id)
        const lines = (['plain', 'schemas'] as const).map((part) => {
          const names = pieces
            .filter((piece) => piece.isExported && piece.isSchema === (part === 'schemas'))
            .flatMap((piece) => piece.names)
          return names.length > 0
            ? `export { ${names.join(', ')} } from ${JSON.stringify(`${id}?part=${part}`)}`
            : ''
        })
        return { code: lines.join('\n'), moduleType: 'js', moduleSideEffects: false }
      }
      const [, file, part] = partOf.exec(id) ?? []
      if (!file) return null
      const { imports, pieces } = await moduleOf(file)
      const own = pieces.filter((piece) => piece.isSchema === (part === 'schemas'))
      const names = own.flatMap((piece) => piece.names)
      const plainNames = pieces.filter((piece) => !piece.isSchema).flatMap((piece) => piece.names)
      const lines = [
        ...imports,
        part === 'schemas' && plainNames.length > 0
          ? `import { ${plainNames.join(', ')} } from ${JSON.stringify(`${file}?part=plain`)}`
          : '',
        ...own.map((piece) => piece.text),
        names.length > 0 ? `export { ${names.join(', ')} }` : '',
      ]
      return { code: lines.join('\n'), moduleType: 'js', moduleSideEffects: false }
    },
    resolveId(source, importer) {
      if (partOf.test(source)) return source
      // Relative imports of a part start at the file itself.
      const [, file] = partOf.exec(importer ?? '') ?? []
      return file && source.startsWith('.') ? join(dirname(file), source) : null
    },
  }
}

type Node = {
  type: string
  start: number
  end: number
  source?: { value: string }
  specifiers?: readonly { imported?: { name: string }; local: { name: string } }[]
  declaration?: Node | null
  kind?: string
  id?: { name: string } | null
  declarations?: readonly {
    start: number
    end: number
    id: { type: string; name: string; start: number; end: number }
    init: Node | null
  }[]
}

/**
 * One piece per declared name, its value marked pure if computing it could look like a side effect.
 */
function piecesOf(code: string, node: Node): { text: string; names: string[] }[] {
  if (node.type !== 'VariableDeclaration')
    return [{ text: code.slice(node.start, node.end), names: node.id ? [node.id.name] : [] }]
  return (node.declarations ?? []).map(({ start, end, id, init }) => {
    if (id.type !== 'Identifier')
      throw new Error(`Shared modules declare plain names: ${code.slice(start, end)}`)
    const value = init ? code.slice(init.start, init.end) : 'undefined'
    const isComputed =
      init &&
      ['CallExpression', 'ObjectExpression', 'NewExpression', 'ArrayExpression'].includes(init.type)
    return {
      text: `${node.kind} ${id.name} = ${isComputed ? `/* @__PURE__ */ (() => (${value}))()` : value}`,
      names: [id.name],
    }
  })
}

const schemaNames = ({ pieces }: Module): Set<string> =>
  new Set(pieces.filter((piece) => piece.isSchema).flatMap((piece) => piece.names))

/**
 * Every identifier-like word, and zod's own with its dot, which excludes `/[a-z]/`. Words in
 * strings count too, which at worst puts a piece with the schemas.
 */
const wordsIn = (text: string): Set<string> => new Set(text.match(/\bz\.|[A-Za-z_$][\w$]*/g))
