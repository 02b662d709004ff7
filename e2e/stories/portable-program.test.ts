import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
import { compileEngine } from '@sheetwright/compiler/compile.ts'
import { runWorkbook } from '@sheetwright/compiler/run.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { launchBrowser, newVisitor, type Visitor } from '../support/browser.ts'

const LIMITS = { locale: 'en-US', steps: 10_000_000 }
const OPTIONS = { now: 46_037.25, seed: 7, ...LIMITS }
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'"
const RECORDS = [{ rows: 2, column: 'B' }, { rows: 5 }, { rows: 3, column: '?' }, { rows: 'many' }, {}]

/** Some cells are generated; the targets of INDIRECT and the results of CELL are left to the evaluator. */
const WORKBOOK = await workbookFile({
  application: 'Microsoft Excel',
  sheets: [
    {
      name: 'Sheet',
      cells: {
        A1: 3,
        A2: 'B',
        A3: { formula: '=CELL("format",A1)&ISFORMULA(A4)&CELL("type",A2)', saved: 'GTRUEl' },
        A4: { formula: '=SUM(INDIRECT(A2&"1:"&A2&A1))', saved: 60 },
        A5: { formula: '=A4*2+VLOOKUP(A1,B1:C5,2,TRUE)', saved: 120.375 },
        A6: { formula: '=IF(A1>4,1/0,TEXT(A5/7,"0.00")&" ünits")', saved: '17.20 ünits' },
        ...Object.fromEntries([1, 2, 3, 4, 5].map((row) => [`B${row}`, row * 10])),
        ...Object.fromEntries([1, 2, 3, 4, 5].map((row) => [`C${row}`, row / 8])),
      },
    },
  ],
  names: [
    { name: 'Xinput_rows', refersTo: 'Sheet!$A$1' },
    { name: 'Xinput_column', refersTo: 'Sheet!$A$2' },
    { name: 'Xoutput_facts', refersTo: 'Sheet!$A$3' },
    { name: 'Xoutput_sum', refersTo: 'Sheet!$A$4' },
    { name: 'Xoutput_total', refersTo: 'Sheet!$A$5' },
    { name: 'Xoutput_text', refersTo: 'Sheet!$A$6' },
  ],
})

/** What a third-party page loads besides the program: the runtime with the evaluator, and its own few lines. */
const RUNTIME = `
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
import * as program from './program.mjs'

const limits = ${JSON.stringify(LIMITS)}
const engine = programEngine(program, { functions, ...limits, delegate: portableDelegate(program, functions, limits) })
export const answer = (records, options) => JSON.stringify([...engine.executeAll(records, options)])
`
const PAGE = `<!doctype html><html lang="en"><title>Program</title><script type="module" src="/page.mjs"></script>
<pre id="page"></pre><pre id="worker"></pre><pre id="text"></pre></html>`

/** Computes on its own: code that a test evaluates in a page bypasses the page's content-security policy. */
const PAGE_MODULE = `
import { answer } from './runtime.mjs'
const asked = ${JSON.stringify([RECORDS, OPTIONS])}
const show = (id, text) => (document.getElementById(id).textContent = text)
try {
  show('text', String(new Function('return 1')()))
} catch (error) {
  show('text', error.name)
}
show('page', answer(...asked))
const worker = new Worker('/worker.mjs', { type: 'module' })
worker.onmessage = ({ data }) => show('worker', data)
worker.onerror = ({ message }) => show('worker', message)
worker.postMessage(asked)
`
const WORKER_MODULE = `
import { answer } from './runtime.mjs'
onmessage = ({ data }) => postMessage(answer(...data))
`

let folder: string
let server: Server
let browser: Browser
let visitor: Visitor
let delegated: number
/** Results of the program in Node, as text. */
let inNode: string
let evaluated: string

beforeAll(async () => {
  const { opened } = await openWorkbook(WORKBOOK)
  if (!opened) throw new Error('The workbook cannot be read')
  const { bound, ports } = opened
  const { program, report } = compileEngine(bound, ports, { evaluation: OPTIONS })
  delegated = report.delegated.length
  evaluated = JSON.stringify(
    RECORDS.map((record) => {
      const { evaluator: _evaluator, ...result } = runWorkbook(bound, ports, record, OPTIONS)
      return result
    }),
  )
  folder = await mkdtemp(path.join(import.meta.dirname, '.program-'))
  await writeFile(path.join(folder, 'program.mjs'), program)
  const module = (await import(pathToFileURL(path.join(folder, 'program.mjs')).href)) as ProgramModule
  const delegate = portableDelegate(module, functions, LIMITS)
  const engine = programEngine(module, { functions, ...LIMITS, ...(delegate ? { delegate } : {}) })
  inNode = JSON.stringify([...engine.executeAll(RECORDS, OPTIONS)])
  const served = new Map([
    ['/', PAGE],
    ['/page.mjs', PAGE_MODULE],
    ['/worker.mjs', WORKER_MODULE],
    ['/program.mjs', program],
    ['/runtime.mjs', await runtimeModule()],
  ])
  server = createServer((request, response) => {
    const content = served.get(request.url ?? '')
    response.setHeader('content-security-policy', POLICY)
    response.setHeader(
      'content-type',
      request.url === '/' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    )
    response.writeHead(content === undefined ? 404 : 200).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bounds = server.address()
  browser = await launchBrowser()
  visitor = await newVisitor(browser, {
    origin: `http://127.0.0.1:${typeof bounds === 'object' ? (bounds?.port ?? '') : ''}`,
  })
  await visitor.page.goto('/')
  await visitor.page.waitForSelector('#worker:not(:empty)')
})

afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runtime and evaluator as one module that imports the generated program as served. */
async function runtimeModule(): Promise<string> {
  const entry = path.join(folder, 'runtime.mjs')
  await writeFile(entry, RUNTIME)
  const build = await rolldown({ input: entry, platform: 'browser', external: ['./program.mjs'] })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  return output[0].code
}

it('leaves some cells to the evaluator, in Node as the evaluator computes them', () => {
  expect(delegated).toBeGreaterThan(0)
  expect(JSON.parse(inNode)).toEqual(JSON.parse(evaluated))
})

it('computes the same in a browser that refuses to make code from text', async () => {
  expect(await visitor.page.textContent('#text')).toBe('EvalError')
  expect(await visitor.page.textContent('#page')).toBe(inNode)
})

it('computes the same in a worker of that browser', async () => {
  expect(await visitor.page.textContent('#worker')).toBe(inNode)
})

it('asks for nothing else that the policy refuses', () => {
  expect(visitor.complaints.filter((complaint) => !complaint.includes('unsafe-eval'))).toEqual([])
})
