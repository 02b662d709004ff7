import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeAbandonedFolders, temporaryFolder } from '../../src/platform/files/temporary-folder.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'folders-'))
})

afterEach(() => rm(parent, { recursive: true }))

test('folders of processes that ended long ago are removed, and nothing else', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const old = new Date(Date.now() - 48 * 60 * 60_000)
  const own = path.basename(await temporaryFolder('book', parent))
  // In a container each process has the same id as the previous one.
  const before = `sheetwright-office-${process.pid}-aB3xYz`
  const abandoned = ['build', 'mapping'].map((purpose) => `sheetwright-${purpose}-${ended}-aB3xYz`)
  const others = [`sheetwright-data-${ended}-aB3xYz`, `sheetwright-build-of-mine`, `somebody-else-${ended}-aB3xYz`]
  for (const name of [...abandoned, before, ...others])
    await mkdir(path.join(parent, name, 'inside'), { recursive: true })
  for (const name of [...abandoned, before, ...others]) await utimes(path.join(parent, name), old, old)
  const young = `sheetwright-fill-${ended}-aB3xYz`
  await mkdir(path.join(parent, young))
  await removeAbandonedFolders(parent)
  expect(await readdir(parent)).toEqual([own, young, ...others].toSorted())
  await removeAbandonedFolders(path.join(parent, 'missing'))
})
