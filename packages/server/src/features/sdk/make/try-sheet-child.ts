import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import { sheetFileName, type TriedCase } from './sheet-file-name.ts'

/** Runs in a child process: computes the cases with only the script, and returns the name of the first that differs. */
serveParent<{ readonly folder: string; readonly cases: readonly TriedCase[] }>(async ({ folder, cases }) => {
  const script = readFileSync(path.join(folder, sheetFileName), 'utf8')
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  new Script(script).runInContext(context)
  const given = JSON.stringify(JSON.stringify(cases.map(({ values }) => values)))
  const call = `JSON.stringify(JSON.parse(${given}).map((values) => tried(values)))`
  const results = JSON.parse(new Script(call).runInContext(context) as string) as unknown[]
  return cases.find(({ expected }, i) => JSON.stringify(results[i]) !== JSON.stringify(expected))?.name ?? null
})
