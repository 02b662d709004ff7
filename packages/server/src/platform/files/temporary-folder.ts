import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the folder is for. */
type Purpose = 'book' | 'build' | 'fill' | 'html' | 'office' | 'plan'

/** The name tells the process it belongs to. */
const ours = /^sheetwright-(?:book|build|fill|html|office|plan)-(\d+)-\w{6}$/
/** A folder that is younger can be one of a process that cannot be seen from here. */
const abandonedMs = 24 * 60 * 60_000

/** A new empty folder that only this process uses, and removes when it is done. */
export function temporaryFolder(purpose: Purpose, parent = tmpdir()): Promise<string> {
  return mkdtemp(path.join(parent, `sheetwright-${purpose}-${process.pid}-`))
}

/** Removes the folders of processes that were killed before they could. */
export async function removeAbandonedFolders(parent = tmpdir(), now = Date.now()): Promise<void> {
  for (const name of await readdir(parent)) {
    const process = Number(ours.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(process) || isRunning(process)) continue
    const folder = path.join(parent, name)
    // Somebody else may be removing it too.
    const changed = await stat(folder).catch(() => undefined)
    if (changed === undefined || now - changed.mtimeMs < abandonedMs) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // One that belongs to somebody else may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
