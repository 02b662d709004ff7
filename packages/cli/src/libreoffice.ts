import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Timeout of a conversion. */
const LONGEST_MS = 120_000

/**
 * Path of LibreOffice, or undefined if it is not installed: it is an optional component. SHEETWRIGHT_LIBREOFFICE names
 * another path, or `none`.
 */
export function findLibreOffice(): string | undefined {
  const named = process.env['SHEETWRIGHT_LIBREOFFICE']
  if (named) return existsSync(named) ? named : undefined
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/lib/libreoffice/program']
  return folders.map((folder) => path.join(folder, 'soffice')).find((file) => path.isAbsolute(file) && existsSync(file))
}

/** Converts a workbook of another format to xlsx, in a temporary folder and profile. */
export async function convertToXlsx(executable: string, bytes: Uint8Array, extension: string): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-convert-'))
  try {
    const file = path.join(folder, `workbook.${extension}`)
    await writeFile(file, bytes)
    const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
    const target = path.join(folder, 'converted')
    await run(executable, ['--headless', '--norestore', profile, '--convert-to', 'xlsx', '--outdir', target, file], {
      timeout: LONGEST_MS,
    })
    return await readFile(path.join(target, 'workbook.xlsx'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
