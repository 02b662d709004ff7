import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfigFile } from '../../src/read-config-file.ts'
import { loadSettings, settingsTable } from '../../src/settings.ts'
import { StartupError } from '../../src/startup-error.ts'

function problemsOf(environment: Record<string, string>, file: Record<string, unknown> = {}): string {
  try {
    loadSettings(environment, file)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return ''
}

describe('settings', () => {
  it('have defaults with which everything runs on one machine', () => {
    expect(loadSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      origin: 'http://127.0.0.1:8080',
      data: resolve('data'),
      databaseUrl: undefined,
      files: undefined,
      skipLogin: false,
      defaultTenant: 'demo',
    })
  })

  it('come from the environment before the file, and an empty variable is none', () => {
    const file = { port: 9000, host: 'localhost', skipLogin: true, logLevel: 'debug' }
    const settings = loadSettings({ SHEETWRIGHT_PORT: '9100', SHEETWRIGHT_LOG_LEVEL: '' }, file)
    expect(settings).toMatchObject({
      port: 9100,
      host: 'localhost',
      skipLogin: true,
      logLevel: 'debug',
      origin: 'http://localhost:9100',
    })
  })

  it('name an address that people can open, whatever the server listens on', () => {
    const originOf = (environment: Record<string, string>) => loadSettings(environment).origin
    expect(originOf({ SHEETWRIGHT_HOST: '0.0.0.0', SHEETWRIGHT_PORT: '81' })).toBe('http://localhost:81')
    expect(originOf({ SHEETWRIGHT_HOST: '::1' })).toBe('http://[::1]:8080')
    expect(originOf({ SHEETWRIGHT_ORIGIN: 'https://rates.example.com/' })).toBe('https://rates.example.com')
  })

  it.each([
    [{ SHEETWRIGHT_PORT: '80a' }, 'SHEETWRIGHT_PORT must be a whole number'],
    [{ SHEETWRIGHT_PORT: '70000' }, 'SHEETWRIGHT_PORT must be at most 65535'],
    [{ SHEETWRIGHT_ORIGIN: 'https://rates.example.com/app' }, 'SHEETWRIGHT_ORIGIN must be scheme, host and port only'],
    [{ SHEETWRIGHT_ORIGIN: 'rates.example.com' }, 'SHEETWRIGHT_ORIGIN must be an address that begins with http://'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be an address that begins with postgres://'],
    [{ SHEETWRIGHT_FILES: '/var/files' }, 'SHEETWRIGHT_FILES must be an address that begins with s3://'],
    [{ SHEETWRIGHT_SKIP_LOGIN: 'yes' }, 'SHEETWRIGHT_SKIP_LOGIN must be true or false'],
    [{ SHEETWRIGHT_LOG_LEVEL: 'loud' }, 'SHEETWRIGHT_LOG_LEVEL Invalid option: expected one of "fatal"'],
    [{ SHEETWRIGHT_PROT: '1' }, 'SHEETWRIGHT_PROT: there is no such setting'],
    [{ SHEETWRIGHT_DEFAULT_TENANT: 'api' }, 'SHEETWRIGHT_DEFAULT_TENANT is the beginning of an address'],
    [{ SHEETWRIGHT_APP_DATABASE_URL: 'postgres://a:b@c/d' }, 'SHEETWRIGHT_APP_DATABASE_URL needs DATABASE_URL'],
    [{ SHEETWRIGHT_SMTP: 'smtp://mail' }, 'SHEETWRIGHT_SMTP needs SHEETWRIGHT_MAIL_FROM'],
    [{ SHEETWRIGHT_USERPILOT_TOKEN: 't' }, 'SHEETWRIGHT_USERPILOT_TOKEN needs SHEETWRIGHT_USER_ANALYTICS_URL'],
  ])('%j is refused', (environment, problem) => {
    expect(problemsOf(environment)).toContain(`Settings: ${problem}`)
  })

  it('refuse to switch signing in off where others could reach the server', () => {
    const skip = { SHEETWRIGHT_SKIP_LOGIN: 'true' }
    expect(problemsOf({ ...skip, SHEETWRIGHT_HOST: '0.0.0.0' })).toContain('only allowed on a loopback address')
    expect(problemsOf({ ...skip, SHEETWRIGHT_HOST: 'rates.example.com' })).toContain('loopback')
    expect(problemsOf({ ...skip, SHEETWRIGHT_ORIGIN: 'https://rates.example.com' })).toContain('behind a proxy')
    expect(problemsOf({ ...skip, SHEETWRIGHT_TRUST_PROXY: 'true' })).toContain('behind a proxy')
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) {
      expect(loadSettings({ ...skip, SHEETWRIGHT_HOST: host }).skipLogin).toBe(true)
    }
  })

  it('report everything that is wrong at once, and where it stands', () => {
    const problems = problemsOf({ SHEETWRIGHT_PORT: 'x' }, { host: 7, colour: 'red', drainSeconds: 1.5 })
    expect(problems.split('\n')).toEqual([
      'Settings: these must be corrected:',
      '  - sheetwright.config.json: there is no setting "colour"',
      '  - SHEETWRIGHT_PORT must be a whole number',
      expect.stringMatching(/sheetwright\.config\.json: "host" /),
      '  - sheetwright.config.json: "drainSeconds" must be a whole number',
    ])
  })

  it('never repeat what may be a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'http://me:secret@db/x', SHEETWRIGHT_SMTP: 'me:secret@mail' })).not.toContain(
      'secret',
    )
  })

  it('all stand in the README as they are', async () => {
    const readme = await readFile(resolve(import.meta.dirname, '../../../../README.md'), 'utf8')
    for (const row of settingsTable().split('\n')) expect(readme).toContain(row)
  })

  it('are all described', () => {
    const rows = settingsTable().split('\n').slice(2)
    expect(rows).toContain('| `SHEETWRIGHT_PORT` | `port` | `8080` | Port of the web server |')
    for (const row of rows) expect(row).toMatch(/^\| `[A-Z_0-9]+` \| `[A-Za-z]+` \| (`[^`]+`)? \| .{10,} \|$/)
  })
})

describe('the settings file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sheetwright-settings-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is read where it is named, and must then be there and be an object', async () => {
    const path = join(folder, 'my.json')
    await expect(readConfigFile(path)).rejects.toThrow(/my\.json cannot be read \(ENOENT\)/)
    await writeFile(path, '{"port": 9000}')
    expect(await readConfigFile(path)).toEqual({ port: 9000 })
    await writeFile(path, '[1]')
    await expect(readConfigFile(path)).rejects.toThrow(/my\.json is not a JSON object/)
    await writeFile(path, '{"port": ')
    await expect(readConfigFile(path)).rejects.toThrow(/my\.json is not a JSON object/)
  })
})
