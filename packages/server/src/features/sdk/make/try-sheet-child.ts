import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContext, Script } from 'node:vm'
import type { PortableResult } from '@sheetwright/compiler/portable/portable-engine.ts'
import { serveParent } from '../../../platform/sandbox/serve-parent.ts'
import type { PackageCases } from './package-order.ts'
import { sheetFileName } from './sheet-file-name.ts'

/** A process of its own: computes the cases with the sheet alone, and answers with the name of the first that differs. */
serveParent<{ readonly folder: string; readonly cases: PackageCases }>(
  async ({ folder, cases: { options, cases } }) => {
    const script = readFileSync(path.join(folder, sheetFileName), 'utf8')
    const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
    new Script(`globalThis.module = {};\n${script}`).runInContext(context)
    const records = JSON.stringify(JSON.stringify(cases.map(({ inputs }) => inputs)))
    const call = `JSON.stringify(module.exports.calculateAll(JSON.parse(${records}), ${JSON.stringify(options)}))`
    const results = JSON.parse(new Script(call).runInContext(context) as string) as PortableResult[]
    const told = ({ status, outputs, errors }: Pick<PortableResult, 'status' | 'outputs' | 'errors'>) =>
      JSON.stringify({ status, outputs, errors })
    return cases.find((expected, i) => results[i] === undefined || told(results[i]) !== told(expected))?.name ?? null
  },
)
