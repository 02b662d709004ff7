import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { variedInputs } from '../packages/compiler/src/prove/varied-inputs.ts'
import { buildEngine } from '../packages/server/src/features/engines/build/build-engine.ts'
import { revivedInterface } from '../packages/server/src/features/engines/build/stored-interface.ts'
import { localeOfEngine } from '../packages/server/src/features/engines/engine-build.store.ts'
import { openEngine } from '../packages/server/src/features/execution/open-engine.ts'
import { recordComputer } from '../packages/server/src/features/execution/run-records.ts'
import { jsSheet } from '../packages/server/src/features/sdk/make/js-sheet.ts'
import { pythonPackage } from '../packages/server/src/features/sdk/make/python-package.ts'

/**
 * `npm run prove:packages -- [--inputs 1000] FOLDER…`: builds the packages of every workbook in the folders, computes
 * varied inputs with them in Node, in Chromium and through Python, and compares each result, as text, with the server's
 * engine.
 */
const run = promisify(execFile)
const args = process.argv.slice(2)
const count = args[0] === '--inputs' ? Number(args.splice(0, 2)[1]) : 1000
const demo = path.join(import.meta.dirname, '../packages/server/demo')
const folders = args.length > 0 ? args : [demo]
const node = process.env['SHEETWRIGHT_NODE_OF_PACKAGES'] ?? 'node'
const limits = { steps: 20_000_000_000, memory: 512 * 1024 * 1024 }
const options = { now: '2026-01-15T06:00:00.000Z', seed: 7 }

interface Told {
  readonly status: string
  readonly outputs: unknown
  readonly errors: readonly unknown[]
}

const text = ({ status, outputs, errors }: Told) => JSON.stringify({ status, outputs, errors })

async function provePackages(file: string, folder: string, browser: Browser) {
  const bytes = await readFile(file)
  const programFile = path.join(folder, 'program.mjs')
  const outcome = await buildEngine(bytes, {
    workbookHash: createHash('sha256').update(bytes).digest('hex'),
    fileName: path.basename(file),
    proveSeconds: 1,
    longestProveSeconds: 1,
    programFile,
    progress: () => undefined,
  })
  if (outcome.kind !== 'built') return { refused: outcome.refusal.message }
  const program = await readFile(programFile, 'utf8')
  const locale = localeOfEngine(outcome.build.publicInterface.properties, {})
  const ports = revivedInterface(outcome.build.interface)
  const content = { ports, locale, program, workbook: outcome.build.delegated ? bytes : undefined }
  const { engine } = await openEngine(content, limits)
  const records = variedInputs(engine, count)
  const compute = recordComputer(engine, { at: Date.parse(options.now), seed: options.seed, correlationId: '' })
  const expected = records.map((record) => {
    const { outputs, errors, refused } = compute(record)
    return text({ status: refused ? 'refused' : 'success', outputs: refused ? null : outputs, errors })
  })
  const settings = { locale, inputNames: {}, outputNames: {} }
  const sheet = await jsSheet({ title: path.basename(file), program, settings, metadata: {} })
  const results = {
    node: await inNode(folder, sheet.script, records),
    chromium: await inChromium(browser, sheet.module, records),
    python: await inPython(folder, sheet, records),
  }
  return Object.fromEntries(
    Object.entries(results).map(([where, told]) => [
      where,
      expected.filter((line, i) => told[i] && text(told[i]) === line).length,
    ]),
  )
}

async function inNode(folder: string, script: string, records: readonly unknown[]): Promise<Told[]> {
  await writeFile(path.join(folder, 'sheet.cjs'), script)
  await writeFile(path.join(folder, 'records.json'), JSON.stringify(records))
  const code = `const r = JSON.parse(require('fs').readFileSync('records.json', 'utf8'))
require('fs').writeFileSync('told.json', JSON.stringify(require('./sheet.cjs').calculateAll(r, ${JSON.stringify(options)})))`
  await run(node, ['-e', code], { cwd: folder })
  return JSON.parse(await readFile(path.join(folder, 'told.json'), 'utf8')) as Told[]
}

async function inChromium(browser: Browser, module: string, records: readonly unknown[]): Promise<Told[]> {
  const page = await browser.newPage()
  const told = await page.evaluate(
    async ({ code, given, options: asked }) => {
      const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
      const sheet = (await import(address)) as { calculateAll: (records: unknown, options: unknown) => unknown }
      return JSON.stringify(sheet.calculateAll(JSON.parse(given), asked))
    },
    { code: module, given: JSON.stringify(records), options },
  )
  await page.close()
  return JSON.parse(told) as Told[]
}

async function inPython(
  folder: string,
  sheet: Awaited<ReturnType<typeof jsSheet>>,
  records: readonly unknown[],
): Promise<Told[]> {
  const names = { npm: 'proved-engine', python: 'proved_engine', version: '1.0.0', title: 'Proved engine' }
  const engine = { serviceName: 'proved', productName: 'proved', releaseNote: '', interface: { subservices: [] } }
  const parity = { verdict: 'equal' }
  const order = {
    names,
    engine,
    parity,
    sheet,
    inputs: {},
    outputs: {},
    cases: { options, cases: [] },
    licence: '',
    madeAt: '',
  }
  for (const { path: name, content } of pythonPackage(order as unknown as Parameters<typeof pythonPackage>[0])) {
    const file = path.join(folder, 'site', name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  await writeFile(path.join(folder, 'records.json'), JSON.stringify(records))
  const code = `import json, proved_engine
told = proved_engine.calculate_all(json.load(open("records.json")), **json.loads(${JSON.stringify(JSON.stringify(options))}))
json.dump(told, open("told.json", "w"))`
  const env = { ...process.env, PYTHONPATH: path.join(folder, 'site'), SHEETWRIGHT_NODE: node }
  await run('python3', ['-c', code], { cwd: folder, env })
  return JSON.parse(await readFile(path.join(folder, 'told.json'), 'utf8')) as Told[]
}

const browser = await chromium.launch({
  executablePath: process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
let failed = false
for (const place of folders) {
  for (const name of (await readdir(place)).filter((each) => /\.xls[xmb]?$/.test(each)).sort()) {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-packages-'))
    try {
      const told = await provePackages(path.join(place, name), folder, browser)
      if (!('refused' in told) && Object.values(told).some((equal) => equal !== count)) failed = true
      console.log(name, JSON.stringify(told), `of ${count}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
await browser.close()
process.exitCode = failed ? 1 : 0
