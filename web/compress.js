// Writes each text file of the built page again, compressed, so that the server need not compress anything.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const FOLDER = '../src/plyground/server/page'
const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
const MIN_BYTES = 1000

for (const name of readdirSync(FOLDER, { recursive: true })) {
  if (!TEXT.test(name)) continue
  const path = join(FOLDER, name)
  const content = readFileSync(path)
  if (content.length < MIN_BYTES) continue
  writeFileSync(`${path}.br`, brotliCompressSync(content))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
