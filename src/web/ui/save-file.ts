const types = {
  csv: 'text/csv;charset=utf-8',
  gz: 'application/gzip',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}
export type FileName = `${string}.${keyof typeof types}`

/** Downloads a text, or bytes, as a file of the type its name says. */
export function saveFile(content: string | Blob, name: FileName): void {
  const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types]
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
