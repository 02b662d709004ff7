import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { readConfigFile } from './read-config-file.ts'
import { type Role, roles } from './roles.ts'
import { loadSettings, type Settings } from './settings.ts'
import { codeOf, StartupError } from './startup-error.ts'

/** The server process: `main.ts [--role all|api|worker]`. Exits with 0 when asked to stop. */
try {
  const role = readRole()
  const settings = loadSettings(process.env, await readConfigFile(process.env['SHEETWRIGHT_CONFIG']))
  refuseLoneEmbeddedRole(role, settings)
  await probePort(settings)
  // Loaded only now, so that errors in the settings or the port show at once.
  const { runServer } = await import('./run-server.ts')
  await runServer(settings, role)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function readRole(): Role {
  let named: string
  try {
    named = parseArgs({ options: { role: { type: 'string', default: 'all' } } }).values.role
  } catch (cause) {
    throw new StartupError(`${cause instanceof Error ? cause.message : String(cause)} (known: --role)`, { cause })
  }
  const role = roles.find((each) => each === named)
  if (role === undefined) throw new StartupError(`--role must be one of ${roles.join(', ')}`)
  return role
}

function refuseLoneEmbeddedRole(role: Role, settings: Settings): void {
  if (role === 'all' || settings.databaseUrl !== undefined) return
  throw new StartupError(`--role ${role} needs DATABASE_URL: the embedded database serves one process that does both`)
}

/** Before creating anything: a start that then fails must not print one-time passwords of a first start. */
async function probePort({ host, port }: Settings): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (cause) {
    throw new StartupError(`The server cannot listen on ${host}:${port}: ${listenReason(cause)}`, { cause })
  }
  await new Promise((resolve) => server.close(resolve))
}

function listenReason(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: 'another process uses that port (choose another with SHEETWRIGHT_PORT)',
    EACCES: 'this user may not use that port (choose one above 1023 with SHEETWRIGHT_PORT)',
    EADDRNOTAVAIL: 'this machine has no such address (SHEETWRIGHT_HOST)',
    ENOTFOUND: 'there is no such host (SHEETWRIGHT_HOST)',
  }
  return reasons[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))
}
