import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit in one packet as they are, in bytes. */
const smallest = 1024

/**
 * Writes a Brotli copy of each text file beside it. Files that never change are compressed once, as
 * small as possible, instead of on every request.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir }) {
      const assets = join(dir ?? '', 'assets')
      for (const file of readdirSync(assets)) {
        const path = join(assets, file)
        if (!/\.(js|css|svg)$/.test(file) || statSync(path).size < smallest) continue
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
      }
    },
  }
}
