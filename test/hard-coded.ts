import { parseSync } from 'vite'
import { read } from './source.ts'

type Node = { type: string; start: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What a person reads or hears of an element, whatever its text looks like. */
const shown = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'placeholder',
  'label',
  'description',
  'about',
  'confirm',
  'cancel',
  'failure',
])
/** Keys as a keyboard reports them, a scheme of headers, names, and the pages' names, which are keys of a table. */
const noTexts = new Set([
  'Bearer',
  'American Express',
  'Diners Club',
  'Stripe',
  ...[...read('src/words/en/frame.ts').matchAll(/^  (['"])(.*)\1,$/gm)].map(([, , title]) => title),
  'Ctrl',
  'Shift',
  'Shift+K',
  'Enter',
  'Escape',
  'Backspace',
  'Delete',
  'Tab',
  'Home',
  'End',
])
const looksSaid = (text: string) =>
  (/^\W*[A-Z][a-z’]+(?:[ ,.…:;!?’]|$)/.test(text) || /[a-z’]{2,} [a-z’]{2,}/.test(text)) &&
  !noTexts.has(text.trim()) &&
  !/^[\w-]+(?: [\w-]*[-_][\w-]*)+$/.test(text)

/** Texts for people that stand in a component instead of in a table of words, as `line: text`. */
export function hardCodedIn(file: string): string[] {
  const source = read(file)
  const found: string[] = []
  const report = ({ start }: Node, text: string) =>
    found.push(`${file}:${source.slice(0, start).split('\n').length}: ${text.trim()}`)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    // Types and the names of files are not shown.
    if (
      !isNode(node) ||
      /^(?:TS(?!AsExpression|Satisfies|NonNull)|Import|Export(?:All|Named)Dec.*source)/.test(
        node.type,
      )
    )
      return
    if (node.type === 'JSXText' && /\p{L}/u.test(String(node['value'])))
      report(node, String(node['value']))
    if (node.type === 'JSXAttribute') {
      const name = (node['name'] as { name?: unknown }).name
      const value = node['value']
      if (name === 'className') return
      if (isNode(value) && value.type === 'Literal') {
        const text = String(value['value'])
        if (shown.has(String(name)) && !noTexts.has(text) && /\p{L}/u.test(text)) report(node, text)
        return
      }
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string' && looksSaid(node['value']))
      report(node, node['value'])
    if (node.type === 'TemplateElement') {
      const text = String((node['value'] as { cooked?: unknown }).cooked)
      if (looksSaid(text)) report(node, text)
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'source') visit(value)
  }
  visit(parseSync(file, source).program)
  return found
}
