import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../../startup-error.ts'

/** The operating system limits socket paths to about 107 bytes, macOS to 103. */
const LONGEST_SOCKET_PATH = 100

/**
 * A private folder for the database socket: beside the cluster, or under the temporary folder if that path is too long.
 * The latter's name is derived from the former's, so that restarts reuse it.
 */
export async function socketFolderFor(folder: string): Promise<string> {
  const beside = join(folder, 'socket')
  if (Buffer.byteLength(join(beside, '.s.PGSQL.5432.lock')) <= LONGEST_SOCKET_PATH) {
    await mkdir(beside, { recursive: true, mode: 0o700 })
    return beside
  }
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const away = join(tmpdir(), `sheetwright-${hash}`)
  try {
    await mkdir(away, { mode: 0o700 })
    return away
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  // Anybody can create a folder of this name there; refuse one that is not ours.
  const found = await lstat(away)
  const ours = found.isDirectory() && (found.mode & 0o077) === 0 && (process.getuid?.() ?? found.uid) === found.uid
  return ours ? away : mkdtemp(join(tmpdir(), 'sheetwright-'))
}
