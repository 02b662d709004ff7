import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

export interface Credentials {
  readonly url: string
  readonly tenant: string
  readonly apiKey: string
}

function credentialsFile(): string {
  const home = process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config')
  return path.join(home, 'sheetwright', 'credentials.json')
}

/**
 * Those of the environment if they are for this server, else the saved ones; the last saved ones if no server is named.
 */
export async function credentialsFor(url: string | undefined): Promise<Credentials | undefined> {
  const wanted = url === undefined ? undefined : normal(url)
  const given = fromEnvironment()
  if (given !== undefined && (wanted === undefined || wanted === given.url)) return given
  const saved = await savedCredentials()
  return wanted === undefined ? saved.at(-1) : saved.findLast((each) => each.url === wanted)
}

function fromEnvironment(): Credentials | undefined {
  const { SHEETWRIGHT_URL: url, SHEETWRIGHT_TENANT: tenant, SHEETWRIGHT_API_KEY: apiKey } = process.env
  return url && tenant && apiKey ? { url: normal(url), tenant, apiKey } : undefined
}

/** Readable by the owner only; the newest is the last. */
export async function saveCredentials(credentials: Credentials): Promise<string> {
  const file = credentialsFile()
  const others = (await savedCredentials()).filter(({ url }) => url !== normal(credentials.url))
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const all = [...others, { ...credentials, url: normal(credentials.url) }]
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  // An existing file keeps its mode.
  await chmod(file, 0o600)
  return file
}

async function savedCredentials(): Promise<Credentials[]> {
  try {
    return JSON.parse(await readFile(credentialsFile(), 'utf8')) as Credentials[]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export function normal(url: string): string {
  return url.endsWith('/') ? normal(url.slice(0, -1)) : url
}
