import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Calls `use` with the folder for databases and files of tests: where TMPDIR says, else in memory where the machine has
 * plenty. On a disk, making and deleting databases takes a quarter of the processor time of their tests.
 */
export async function inTemporaryFolder(use) {
  if (process.env.TMPDIR !== undefined || !hasRoomInMemory()) return use(tmpdir())
  removeLeftovers()
  const folder = mkdtempSync(path.join(memory, `sheetwright-tests-${process.pid}-`))
  try {
    return await use(folder)
  } finally {
    remove(folder)
  }
}

function remove(folder) {
  // A database that just lost its test may still be writing.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 8 * gigabyte && freemem() > 12 * gigabyte && runsPrograms()
  } catch {
    // Systems other than Linux do not have it.
    return false
  }
}

/** Containers often forbid it, and tests unpack programs. */
function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).findLast(([, folder]) => folder === memory)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

/** Own runs that were killed could not clean up; the names of their folders contain their process. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const pid = /^sheetwright-tests-(\d+)-/.exec(name)?.[1]
    const folder = path.join(memory, name)
    if (pid !== undefined && statSync(folder).uid === process.getuid() && !isAlive(Number(pid))) remove(folder)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
