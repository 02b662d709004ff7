import { randomUUID } from 'node:crypto'
import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, StartupError } from '../../startup-error.ts'

/** Incremented when older versions of the product can no longer read the folder. */
const FORMAT = 1

/** Creates the data folder if it is missing, and refuses an unusable one. Returns its real path. */
export async function openDataFolder(path: string): Promise<string> {
  try {
    // Others may traverse it, because PostgreSQL may have to run as another user; its contents are private.
    await makeFolder(path, 0o711)
    await probeWriting(path)
  } catch (cause) {
    throw new StartupError(`The data folder ${path} cannot be written: ${reasonOf(cause)}`, { cause })
  }
  await checkFormat(path)
  return realpath(path)
}

/** Creates parents as well. (Node's recursive mkdir never returns if the system refuses to create folders.) */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(path))) return
    if (codeOf(error) !== 'ENOENT' || (await isFolder(dirname(path)))) throw error
    await makeFolder(dirname(path), 0o755)
    await mkdir(path, { mode })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function probeWriting(path: string): Promise<void> {
  const probe = join(path, `.probe-${randomUUID()}`)
  await writeFile(probe, 'x', { flag: 'wx' })
  await rm(probe)
}

function reasonOf(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EEXIST: 'there is a file of that name',
    ENOTDIR: 'a part of the path is a file',
  }
  const code = codeOf(error) ?? ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

async function checkFormat(path: string): Promise<void> {
  const file = join(path, 'VERSION')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) {
    await writeFile(file, `${FORMAT}\n`)
    return
  }
  const format = Number(text.trim())
  if (!Number.isInteger(format) || format < 1) {
    throw new StartupError(`The data folder ${path} is not Sheetwright’s: its VERSION file does not hold a number`)
  }
  if (format > FORMAT) {
    throw new StartupError(
      `The data folder ${path} was written by a newer version of Sheetwright (format ${format}, this one knows ${FORMAT}): ` +
        'update Sheetwright, or choose another folder with SHEETWRIGHT_DATA',
    )
  }
}
