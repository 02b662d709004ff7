import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createContext, Script } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { cancelPackage } from '@sheetwright/contract/sdk/cancel-package.ts'
import { downloadPackage } from '@sheetwright/contract/sdk/download-package.ts'
import { generateJsSheet } from '@sheetwright/contract/sdk/generate-js-sheet.ts'
import { generateSdk } from '@sheetwright/contract/sdk/generate-sdk.ts'
import { getJsSheet } from '@sheetwright/contract/sdk/get-js-sheet.ts'
import { getPackage } from '@sheetwright/contract/sdk/get-package.ts'
import { listPackages } from '@sheetwright/contract/sdk/list-packages.ts'
import type { PackageKind } from '@sheetwright/contract/sdk/package.ts'
import { build } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import { premiumEngine } from '../test-beds/support.ts'
import type { PublishedEngine } from '../support/published-engine.ts'
import type { SignedIn } from '../support/test-server.ts'
import { unzipTo } from '../support/unzip-to.ts'

const run = promisify(execFile)
const server = useEngineServer()
const hasPython = spawnSync('python3', ['-m', 'pip', '--version']).status === 0

describe('what an engine is taken along as', () => {
  let folder = ''
  let person: SignedIn
  let engine: PublishedEngine
  const address = () => ({ product: engine.productId, engine: engine.engineId })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-sdk-test-'))
    person = await server().signIn({ groups: ['supervisor:pf'] })
    engine = await premiumEngine(server(), person)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const allowed = (mayLeave: boolean) => person.client.call(updateEngine, { params: address(), body: { mayLeave } })

  async function made(kind: PackageKind): Promise<{ fileName: string; file: string }> {
    const params = { ...address(), version: '1.0.0' }
    const { id, jobId } = await person.client.call(generateSdk, { params, body: { kind } })
    const { tenantId, userId } = person
    await waitForJob(server().services, { tenantId, userId, jobId: jobId ?? '' }, new AbortController().signal)
    const one = { ...address(), package: id }
    const { status, failureReason, downloadSDKUrl } = await person.client.call(getPackage, { params: one })
    expect({ status, failureReason }).toEqual({ status: 'Success', failureReason: null })
    expect(downloadSDKUrl).toContain(id)
    const { blob: content, fileName = '' } = await person.client.call(downloadPackage, { params: one })
    const file = path.join(folder, fileName)
    await writeFile(file, Buffer.from(await content.arrayBuffer()))
    return { fileName, file }
  }

  const ofServer = async (inputs: Record<string, unknown>) => {
    const { xOutput } = await person.client.call(executeEngine, {
      params: address(),
      body: { request_data: { inputs } },
    })
    return xOutput
  }

  test('programs are refused until the author lets the engine be handed out, clients are not', async () => {
    const params = { ...address(), version: '1.0.0' }
    await expect(person.client.call(generateSdk, { params, body: { kind: 'typescript' } })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    await expect(person.client.call(generateJsSheet, { params: address(), body: {} })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    expect((await person.client.call(listPackages, { params: address() })).portable).toBe('forbidden')
    const { fileName } = await made('http-typescript')
    expect(fileName).toMatch(/-client-1\.0\.0\.zip$/)
  })

  test('the JS sheet is one module, which the engine then says it has', async () => {
    await allowed(true)
    await expect(person.client.call(getJsSheet, { params: address(), body: {} })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
    const { jobId } = await person.client.call(generateJsSheet, { params: address(), body: {} })
    const { tenantId, userId } = person
    await waitForJob(server().services, { tenantId, userId, jobId: jobId ?? '' }, new AbortController().signal)
    const { isJsSheetEngineGenerated } = await person.client.call(getEngine, { params: address() })
    expect(isJsSheetEngineGenerated).toBe(true)
    const { blob: content } = await person.client.call(getJsSheet, { params: address(), body: {} })
    const text = await content.text()
    expect(text).not.toMatch(/^import /m)
    const file = path.join(folder, 'sheet.mjs')
    await writeFile(file, text)
    const sheet = (await import(file)) as { calculate: (inputs: unknown) => { outputs: unknown } }
    expect(sheet.calculate({ Age: 44 }).outputs).toEqual(await ofServer({ Age: 44 }))
  })

  test('the npm package installs from the zip, tests itself, type-checks and computes everywhere', async () => {
    await allowed(true)
    const { file } = await made('typescript')
    const unpacked = path.join(folder, 'unpacked')
    await unzipTo(unpacked, file)
    await run('npm', ['test'], { cwd: unpacked })
    const tarball = (await readdir(unpacked)).find((name) => name.endsWith('.tgz')) ?? ''
    const user = path.join(folder, 'user')
    await mkdir(user)
    await writeFile(path.join(user, 'package.json'), '{ "private": true, "type": "module" }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(unpacked, tarball)], { cwd: user })
    const { name } = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as { name: string }
    const source = `import { calculate, calculateAll, metadata, type Inputs, type Outputs } from '${name}'
const inputs: Inputs = { Age: 44 }
const outputs: Outputs = calculate(inputs).outputs
// @ts-expect-error An age is a number.
const wrong: Inputs = { Age: 'old' }
const all = calculateAll([inputs, wrong])
process.stdout.write(JSON.stringify([outputs, all.map(({ status }) => status), metadata.version]))
`
    await writeFile(path.join(user, 'main.mts'), source)
    // A bundle holds only the used parts of the package.
    const bundled = async (code: string) => {
      const input = path.join(user, 'bundled.mjs')
      await writeFile(input, code)
      const built = await build({ input, write: false, logLevel: 'silent' })
      return built.output[0].code
    }
    const described = await bundled(`import { metadata } from '${name}'\nconsole.log(metadata.version)\n`)
    const whole = await bundled(`import { calculate } from '${name}'\nconsole.log(calculate({}))\n`)
    expect(await bundled(`import '${name}'\nconsole.log(1)\n`)).not.toContain('metadata')
    expect(described).not.toContain('portableEngine')
    expect(described.length).toBeLessThan(whole.length / 4)
    const root = path.join(import.meta.dirname, '../../../..')
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const types = ['--typeRoots', path.join(root, 'node_modules/@types'), '--types', 'node']
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--ignoreConfig',
    ]
    await run(process.execPath, [compiler, ...strict, ...types, path.join(user, 'main.mts')])
    const { stdout } = await run('node', [path.join(user, 'main.mjs')])
    expect(JSON.parse(stdout)).toEqual([await ofServer({ Age: 44 }), ['success', 'refused'], '1.0.0'])

    const script = await readFile(path.join(unpacked, 'index.cjs'), 'utf8')
    const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
    new Script(`globalThis.module = {};${script}`).runInContext(context)
    const bare = new Script('JSON.stringify(module.exports.calculate({ Age: 44 }).outputs)').runInContext(context)
    expect(JSON.parse(bare as string)).toEqual(await ofServer({ Age: 44 }))

    const code = `import('${path.join(unpacked, 'index.js')}').then(({ calculate }) =>
      require('node:worker_threads').parentPort.postMessage(calculate({ Age: 44 }).outputs))`
    const worker = new Worker(code, { eval: true })
    const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    expect(answer).toEqual(await ofServer({ Age: 44 }))
  })

  test.runIf(hasPython)(
    'the Python package installs with pip, tests itself, computes, and says what it lacks',
    async () => {
      await allowed(true)
      const { file, fileName } = await made('python')
      const target = path.join(folder, 'site')
      const pip = [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--no-index',
        '--disable-pip-version-check',
        '--root-user-action=ignore',
      ]
      await run('python3', [...pip, '--target', target, file])
      const module = fileName.split('-')[0] ?? ''
      const env = { ...process.env, PYTHONPATH: target }
      await run('python3', ['-m', `${module}.tests`], { env })
      const code = `import json, ${module} as e
print(json.dumps([e.calculate({"Age": 44})["outputs"], e.metadata()["version"]]))
try:
    e.calculate({"Age": "old"})
except e.CalculationError as refused:
    print(refused.errors[0]["key"])`
      const { stdout } = await run('python3', ['-c', code], { env })
      const [first = '', second] = stdout.trim().split('\n')
      expect(JSON.parse(first)).toEqual([await ofServer({ Age: 44 }), '1.0.0'])
      expect(second).toBe('Age')
      const without = run('python3', ['-c', code], { env: { ...env, SHEETWRIGHT_NODE: '/nowhere/node' } })
      await expect(without).rejects.toThrow(/SHEETWRIGHT_NODE names/)
    },
  )

  test('clients call the server with a key and tell its refusals', async () => {
    const { file } = await made('http-typescript')
    const unpacked = path.join(folder, 'client')
    await unzipTo(unpacked, file)
    const { createClient } = (await import(path.join(unpacked, 'index.js'))) as {
      createClient: (o: unknown) => { execute: (inputs: unknown) => Promise<{ outputs: unknown }> }
    }
    const token = person.headers.authorization.replace('Bearer ', '')
    const client = createClient({ origin: server().origin, token })
    expect((await client.execute({ Age: 44 })).outputs).toEqual(await ofServer({ Age: 44 }))
    await expect(client.execute({ Age: 'old' })).rejects.toMatchObject({ name: 'EngineError' })
  })

  test.runIf(hasPython)('clients in Python do the same', async () => {
    const token = person.headers.authorization.replace('Bearer ', '')
    const python = await made('http-python')
    const code = `import json, sys
sys.path.insert(0, ${JSON.stringify(python.file)})
import ${python.fileName.split('-')[0]} as c
client = c.Client(token=${JSON.stringify(token)}, origin=${JSON.stringify(server().origin)})
print(json.dumps(client.execute({"Age": 44})["outputs"]))
try:
    client.execute({"Age": "old"})
except c.EngineError as refused:
    print(len(refused.errors))`
    const { stdout } = await run('python3', ['-c', code])
    const [first = '', second] = stdout.trim().split('\n')
    expect(JSON.parse(first)).toEqual(await ofServer({ Age: 44 }))
    expect(second).toBe('1')
  })

  test('what is called off is discarded, and what was made does not leave once that is forbidden', async () => {
    await allowed(true)
    const params = { ...address(), version: '1.0.0' }
    const asked = await person.client.call(generateSdk, { params, body: { kind: 'python' } })
    const again = await person.client.call(generateSdk, { params, body: { kind: 'python' } })
    expect(again.id).toBe(asked.id)
    const called = await person.client.call(cancelPackage, { params: { ...address(), package: asked.id } })
    expect(called.status).toBe('Cancelled')
    const { packages } = await person.client.call(listPackages, { params: address() })
    const ready = packages.find(({ kind, status }) => kind === 'typescript' && status === 'Success')
    expect(packages.find(({ id }) => id === asked.id)).toMatchObject({ status: 'Cancelled', downloadSDKUrl: null })
    await allowed(false)
    const download = person.client.call(downloadPackage, { params: { ...address(), package: ready?.id ?? '' } })
    await expect(download).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})
