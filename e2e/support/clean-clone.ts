import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Launch } from './launch-product.ts'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)

export interface CleanClone {
  /** `npm start` in the clone, as typed right after cloning. */
  readonly npmStart: Launch
  readonly dispose: () => Promise<void>
}

/**
 * The state after cloning: the files of the last commit and no build results. Dependencies installed here are
 * hard-linked, so that the test does not depend on a registry.
 */
export async function cloneCleanly(): Promise<CleanClone> {
  // Hard links do not work across file systems.
  const folder = await mkdtemp(path.join(root, '.cache/clone-'))
  const clone = path.join(folder, 'sheetwright')
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone])
  for (const modules of await installedFolders()) await link(path.join(root, modules), path.join(clone, modules))
  await unlinkStamp(clone)
  return {
    npmStart: { command: 'npm', args: ['start'], cwd: clone, env: ownEnvironment() },
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Where npm puts dependencies: at the root, and in a package that needs another version. */
async function installedFolders(): Promise<string[]> {
  const packages = await readdir(path.join(root, 'packages'))
  const candidates = ['node_modules', ...packages.map((name) => `packages/${name}/node_modules`)]
  const found = await Promise.all(candidates.map((name) => stat(path.join(root, name)).catch(() => undefined)))
  return candidates.filter((_, index) => found[index]?.isDirectory())
}

async function link(from: string, to: string): Promise<void> {
  // Not every system's command makes hard links.
  await run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', from, to]))
}

/** The one file that the product may write there must not be that of this checkout. */
async function unlinkStamp(clone: string): Promise<void> {
  const stamp = 'node_modules/.sheetwright-installed'
  await rm(path.join(clone, stamp), { force: true })
  await copyFile(path.join(root, stamp), path.join(clone, stamp)).catch(() => undefined)
}

/** Without the additions of npm and this test run: the clone finds its own tools. */
function ownEnvironment(): Record<string, string | undefined> {
  const added = /^(npm_|VITEST|NODE_|INIT_CWD$|SHEETWRIGHT_)/i
  const kept = Object.entries(process.env).filter(([name]) => !added.test(name))
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const others = folders.filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(kept), PATH: others.join(path.delimiter) }
}
