import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { temporaryFolder } from '../../../platform/files/temporary-folder.ts'
import { runInChild } from '../../../platform/sandbox/run-in-child.ts'
import type { PackageCases } from './package-order.ts'
import { sheetFileName, type TriedCase } from './sheet-file-name.ts'
import type { SqlCall, SqlFunction } from './sql/sql-dialect.ts'

const module = path.join(import.meta.dirname, 'try-sheet-child.ts')
const limits = { memoryMegabytes: 1024, seconds: 120 }

/** Runs a JS sheet with nothing but the language, and returns the case that differs from the server's results. */
export async function trySheet(script: string, cases: PackageCases, signal: AbortSignal): Promise<string | undefined> {
  const { options } = cases
  const call = `(values) => module.exports.calculateAll(values, ${JSON.stringify(options)})
    .map(({ status, outputs, errors }) => ({ status, outputs, errors }))[0]`
  const tried = cases.cases.map(({ name, inputs, status, outputs, errors }) => ({
    name,
    values: [inputs],
    expected: { status, outputs, errors },
  }))
  return firstDifference(`globalThis.module = {};\n${script}`, call, tried, signal)
}

/** The same for the exact text of a SQL function. */
export async function trySqlFunction(
  { tried: { script, expression }, calls }: SqlFunction & { readonly calls: readonly SqlCall[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const cases = calls.map(({ name, values, row }) => ({ name, values, expected: row }))
  return firstDifference(script, expression, cases, signal)
}

async function firstDifference(
  script: string,
  call: string,
  cases: readonly TriedCase[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const folder = await temporaryFolder('code')
  try {
    await writeFile(path.join(folder, sheetFileName), `${script};\nglobalThis.tried = ${call};\n`)
    const difference = await runInChild({ module, input: { folder, cases }, folder, limits, signal })
    return typeof difference === 'string' ? difference : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
