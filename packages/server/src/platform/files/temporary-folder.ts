import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const purposes = [
  'book',
  'build',
  'code',
  'fill',
  'html',
  'look',
  'office',
  'plan',
  'tables',
  'tests',
  'dictionary',
  'mapping',
  'dml',
  'policies',
  'portfolio',
  'document',
] as const

/** Purpose of the folder. */
export type Purpose = (typeof purposes)[number]

/** The name contains the purpose and the owning process. */
const ours = /^sheetwright-([a-z]+)-(\d+)-\w{6}$/
/** A younger folder may belong to a process that cannot be seen from here. */
const abandonedMs = 24 * 60 * 60_000

/** A new empty folder that only this process uses, and removes when it is done. */
export function temporaryFolder(purpose: Purpose, parent = tmpdir()): Promise<string> {
  return mkdtemp(path.join(parent, `sheetwright-${purpose}-${process.pid}-`))
}

/** Removes the folders of killed processes. Folders that cannot be inspected stay. */
export async function removeAbandonedFolders(parent = tmpdir(), now = Date.now()): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, purpose, id] = ours.exec(name) ?? []
    const folder = path.join(parent, name)
    if (purposes.some((one) => one === purpose) && (await isAbandoned(folder, Number(id), now))) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

async function isAbandoned(folder: string, id: number, now: number): Promise<boolean> {
  // Another process may be removing it too.
  const found = await lstat(folder).catch(() => undefined)
  // Don't remove files of other users, whatever their name.
  if (found === undefined || !found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false
  if (now - found.mtimeMs < abandonedMs) return false
  // In a container each process has the id of the one before it.
  return id === process.pid ? found.mtimeMs < now - process.uptime() * 1000 : !isRunning(id)
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // A process of another user may refuse the signal, but exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
