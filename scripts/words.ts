// npm run words: every text of the tables of words, by area, in English and Spanish side by side, to be read like a book,
// and how hard the English is to read. `npm run words -- crew portal` prints these areas, `-- --grades` the grades alone.
import { areas, englishOf, gradeOf, wordsOf } from '../test/reading.ts'

async function print(area: string): Promise<void> {
  const [english, spanish] = [
    await wordsOf(`src/words/en/${area}.ts`),
    await wordsOf(`src/words/es/${area}.ts`),
  ]
  const width = Math.max(30, Math.floor(((process.stdout.columns ?? 160) - 3) / 2))
  for (const [key, texts] of english) {
    const other = spanish.get(key) ?? []
    console.log(`\n${key}`)
    for (let at = 0; at < Math.max(texts.length, other.length); at += 1) {
      const [left, right] = [wrapped(texts[at] ?? '', width), wrapped(other[at] ?? '', width)]
      for (let line = 0; line < Math.max(left.length, right.length); line += 1)
        console.log(`${(left[line] ?? '').padEnd(width)} | ${right[line] ?? ''}`)
    }
  }
}

const wrapped = (text: string, width: number): string[] =>
  text.split('\n').flatMap((one) => one.match(new RegExp(`.{1,${width}}(?:\\s|$)|\\S+`, 'g')) ?? [])

const asked = process.argv.slice(2).filter((one) => !one.startsWith('--'))
for (const area of areas.filter((one) => asked.length === 0 || asked.includes(one))) {
  const grade = gradeOf(await englishOf(area))
  console.log(
    `${process.argv.includes('--grades') ? '' : '\n# '}${area}: grade ${grade?.toFixed(1) ?? '-'}`,
  )
  if (!process.argv.includes('--grades')) await print(area)
}
