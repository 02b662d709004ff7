import { type ExecFileException, execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { premiumWorkbook, useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { uploaded } from '../test-beds/support.ts'

const run = promisify(execFile)
const server = useEngineServer()
const root = path.join(import.meta.dirname, '../../../..')

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('the command line in a pipeline', () => {
  let folder = ''
  let person: SignedIn
  let environment: Record<string, string> = {}

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-pipeline-'))
    await mkdir(path.join(folder, 'tools'))
    const packed = await run(process.execPath, [path.join(root, 'tools/pack-cli.mjs'), folder])
    await run('mv', [packed.stdout.trim(), path.join(folder, 'tools/sheetwright.tgz')])
    person = await server().signIn({ groups: ['supervisor:pf'] })
    await person.client.call(createProduct, { body: { Name: 'Motor' } })
    const { key } = await person.client.call(createApiKey, {
      body: { name: 'Pipeline', group: 'supervisor:pf', scopes: ['author', 'execute', 'logs'] },
    })
    environment = {
      PATH: `${path.join(folder, 'global/bin')}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      npm_config_prefix: path.join(folder, 'global'),
      npm_config_offline: 'true',
      SHEETWRIGHT_URL: server().origin,
      SHEETWRIGHT_TENANT: person.tenantName,
      SHEETWRIGHT_API_KEY: key,
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function shell(command: string, more: Record<string, string> = {}): Promise<Ended> {
    try {
      const { stdout, stderr } = await run('bash', ['-e', '-c', command], {
        cwd: folder,
        env: { ...environment, ...more },
      })
      return { code: 0, stdout, stderr }
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as ExecFileException
      return { code: Number(code), stdout, stderr }
    }
  }

  const workbook = async (changes: Parameters<typeof premiumWorkbook>[0] = {}) =>
    writeFile(path.join(folder, 'motor.xlsx'), await workbookFile(premiumWorkbook(changes)))

  /** The shell lines of a recipe in the documentation. */
  async function recipe(heading: string): Promise<string[]> {
    const page = await readFile(path.join(root, 'docs/pipelines.md'), 'utf8')
    const part = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    return [...part.matchAll(/^\s*(?:- |- run: |- script: )?((?:npm install|sheetwright) .*)$/gm)].map(
      ([, line = '']) => line.replace(/\$\{\{.*?\}\}/, 'A title'),
    )
  }

  test('the recipe installs the package and passes a right workbook up to its tests', async () => {
    await workbook()
    const lines = await recipe('GitHub Actions')
    expect(lines).toHaveLength(5)
    const [install = '', check = '', lint = '', push = '', tests = ''] = lines
    for (const line of [install, check, lint, push]) expect(await shell(line)).toMatchObject({ code: 0 })
    const none = await shell(tests)
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no test bed') as string })
    const { engineId, revision } = JSON.parse(await readFile(path.join(folder, 'push.json'), 'utf8')) as {
      engineId: string
      revision: string
    }
    expect(revision).toBe('1.0.0')
    const outcome = await shell(
      'sheetwright run --product Motor --engine Premium --version 1.0.0 --inputs \'{"Age":44,"Agee":45}\'',
    )
    expect(outcome.stdout).toContain('Premium')
    expect(outcome.stderr).toContain('warning Agee: The workbook has no input of this name; the value was not used.')
    await uploaded(person, engineId, ['Age,Expected: Premium', '44,1'], 'Wrong')
    const failed = await shell(tests)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/Premium is .*, expected 1/)
    expect(await readFile(path.join(folder, 'junit.xml'), 'utf8')).toMatch(/<failure message="Premium is/)
    const published = await shell('sheetwright publish --product Motor --engine Premium --json')
    expect(published).toMatchObject({ code: 0 })
    expect(JSON.parse(published.stdout)).toMatchObject({ published: true, state: 'Active' })
    const logs = await shell('sheetwright logs --product Motor --engine Premium')
    expect(logs.stdout.trim().split('\n').length).toBeGreaterThan(0)
  })

  test.each(['GitLab', 'Azure Pipelines'])(
    'the recipe for %s stops at a broken formula and names its cell',
    async (name) => {
      await workbook({ savedPremium: 999 })
      const lines = await recipe(name)
      const check = lines.find((line) => line.startsWith('sheetwright check')) ?? ''
      const push = lines.find((line) => line.startsWith('sheetwright push')) ?? ''
      const checked = await shell(check)
      expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining('Premium!B4') as string })
      const pushed = await shell(push.replace(/ --json.*/, ''))
      expect(pushed).toMatchObject({ code: 1, stdout: expect.stringContaining('Premium!B4') as string })
    },
  )

  test('a wrong key, a wrong name and a wrong word are told apart', async () => {
    const lookup = 'sheetwright logs --product Motor --engine Nothing'
    expect(await shell(lookup)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENGINE_NOT_FOUND') as string,
    })
    expect(await shell(lookup, { SHEETWRIGHT_API_KEY: 'x' })).toMatchObject({ code: 1 })
    expect(await shell('sheetwright logs')).toMatchObject({ code: 2 })
    const { SHEETWRIGHT_API_KEY: key = '' } = environment
    const none = { SHEETWRIGHT_API_KEY: '' }
    expect(await shell(lookup, none)).toMatchObject({ code: 2, stderr: expect.stringContaining('login') as string })
    const login = `echo ${key} | sheetwright login ${server().origin} --tenant ${person.tenantName} --api-key -`
    expect(await shell(login, none)).toMatchObject({ code: 0 })
    expect((await shell(lookup, none)).stderr).toContain('ENGINE_NOT_FOUND')
    const { stdout } = await run('stat', ['-c', '%a', path.join(folder, '.config/sheetwright/credentials.json')])
    expect(stdout.trim()).toBe('600')
  })
})
