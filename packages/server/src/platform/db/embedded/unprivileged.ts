import { chmod, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../../../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { type Identity, runCommand } from './run-command.ts'

const self: Identity = { description: 'this user', wrapper: [] }

/** Root under another name: PostgreSQL sees an ordinary user, while the files stay root's, in folders private to root. */
const mappedRoot: Identity = {
  description: 'root in a user namespace',
  wrapper: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
}

/**
 * PostgreSQL refuses to run as root. Picks the user to run as: it must reach the executables and own `folders`, which
 * exist and are empty or were created for the same user by an earlier start.
 */
export async function chooseIdentity(binaries: Binaries, folders: readonly string[]): Promise<Identity> {
  if (process.getuid?.() !== 0) return self
  const failures: string[] = []
  for (const identity of await candidates(folders)) {
    await giveFolders(identity, folders)
    const failure = await whyNot(identity, binaries, folders)
    if (failure === undefined) return identity
    failures.push(`${identity.description}: ${failure}`)
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and no other way works here (${failures.join('; ')}): ` +
      'start as a normal user, or set DATABASE_URL to a PostgreSQL server',
  )
}

async function candidates(folders: readonly string[]): Promise<Identity[]> {
  const [first = '/'] = folders
  const owner = await stat(first)
  const home = await stat(dirname(dirname(first)))
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return [
    ...(owner.uid === 0 ? [] : [{ description: `user ${owner.uid}`, wrapper: [], uid: owner.uid, gid: owner.gid }]),
    mappedRoot,
    ...(home.uid === 0 ? [] : [{ description: `user ${home.uid}`, wrapper: [], uid: home.uid, gid: home.gid }]),
    ...['postgres', 'nobody'].flatMap((name) => userNamed(name, users)),
  ]
}

function userNamed(name: string, users: string): Identity[] {
  const fields = users
    .split('\n')
    .map((line) => line.split(':'))
    .find(([user]) => user === name)
  if (fields === undefined) return []
  return [{ description: `user ${name}`, wrapper: [], uid: Number(fields[2]), gid: Number(fields[3]) }]
}

/**
 * Including their contents if they belong to another user: a cluster whose user no longer works here is handed over.
 */
async function giveFolders(identity: Identity, folders: readonly string[]): Promise<void> {
  const uid = identity.uid ?? 0
  const gid = identity.gid ?? 0
  for (const folder of folders) {
    const { uid: before } = await stat(folder)
    const inside = before === uid ? [] : await readdir(folder, { recursive: true })
    for (const name of ['.', ...inside]) await lchown(join(folder, name), uid, gid)
    await chmod(folder, 0o700)
  }
}

async function whyNot(identity: Identity, binaries: Binaries, folders: readonly string[]): Promise<string | undefined> {
  const version = await runCommand(identity, binaries.postgres, ['--version'], binaries.environment)
  if (version.code !== 0) return version.output.split('\n')[0] || 'the executables cannot be run'
  for (const folder of folders) {
    const writable = await runCommand(identity, 'test', ['-w', folder])
    if (writable.code !== 0) return `${folder} cannot be written`
  }
  return undefined
}
