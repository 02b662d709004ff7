import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Where the tests of a run put databases and files: where TMPDIR says, else in memory where the machine has plenty. On a
 * disk, making and deleting databases takes a quarter of the processor time of their tests.
 */
export function temporaryFolder() {
  return process.env.TMPDIR === undefined && hasRoomInMemory() ? inMemory : tmpdir()
}

function hasRoomInMemory() {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > 8 * gigabyte && freemem() > 12 * gigabyte && runsPrograms()
  } catch {
    // Systems other than Linux do not have it.
    return false
  }
}

/** Containers often forbid it, and tests unpack programs. */
function runsPrograms() {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === inMemory)
  return mount !== undefined && !mount[3].split(',').includes('noexec')
}
