import { createHash } from 'node:crypto'
import type { PackageNames } from './package-names.ts'
import type { PackedFile } from './tar-file.ts'

/** The file name, from which pip reads the content's name and version. */
export function wheelName({ python, version }: PackageNames): string {
  return `${python}-${version}-py3-none-any.whl`
}

/** The files of a wheel: the given ones, and the metadata for pip. */
export function wheelFiles(
  { python, npm, version }: PackageNames,
  readme: string,
  files: readonly PackedFile[],
): PackedFile[] {
  const info = `${python}-${version}.dist-info`
  const metadata = `Metadata-Version: 2.1
Name: ${npm}
Version: ${version}
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readme}`
  const told = [
    ...files,
    { path: `${info}/METADATA`, content: metadata },
    {
      path: `${info}/WHEEL`,
      content: 'Wheel-Version: 1.0\nGenerator: sheetwright\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    },
  ]
  const record = told.map(({ path, content }) => `${path},${hashOf(content)},${Buffer.byteLength(content)}\n`)
  return [...told, { path: `${info}/RECORD`, content: `${record.join('')}${info}/RECORD,,\n` }]
}

function hashOf(content: string): string {
  return `sha256=${createHash('sha256').update(content).digest('base64url')}`
}
