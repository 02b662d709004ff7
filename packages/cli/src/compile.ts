import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { compileWorkbook } from '@sheetwright/compiler/compile.ts'
import { cellPorts } from './cell-ports.ts'
import { evaluationOf } from './evaluation.ts'
import { adHocPorts, asJson, type CommandLine, onlyFile, readCommandLine } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

const STEPS = 20_000_000_000

export const compileLine = {
  usage: 'compile FILE',
  meaning: 'what the compiler makes of it',
  options: {
    ...adHocPorts,
    out: { type: 'string', value: 'PROGRAM.mjs', meaning: 'save the program' },
    map: { type: 'string', value: 'MAP.json', meaning: 'save which cell each line computes' },
    json: asJson,
  },
} as const satisfies CommandLine

/**
 * `compile FILE`: summary of the compiled workbook; `--out` writes the program, `--map` which cell each line computes.
 */
export async function compile(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, compileLine)
  const path = onlyFile(positionals, compileLine)
  const started = performance.now()
  const { bytes, bound, ports } = await loadWorkbook(path, { inputs: values.input, outputs: values.output })
  const readMs = performance.now() - started
  const evaluation = evaluationOf({ bound, ports }, STEPS)
  const workbookHash = createHash('sha256').update(bytes).digest('hex')
  const { program, cells, report } = compileWorkbook(bound, cellPorts(ports), { evaluation, workbookHash })
  if (values.out !== undefined) await writeFile(values.out, program)
  if (values.map !== undefined) await writeFile(values.map, JSON.stringify(Object.fromEntries(cells)))
  const shown = { readMs: Math.round(readMs), ...report, compileMs: Math.round(report.compileMs) }
  if (values.json) {
    console.log(JSON.stringify(shown))
    return 0
  }
  const { delegated, ...numbers } = shown
  for (const [name, value] of Object.entries(numbers)) console.log(`${name}: ${value}`)
  console.log(`delegated: ${delegated.reduce((sum, one) => sum + one.cells, 0)} cells`)
  for (const { cell, cells: count, reason } of delegated) console.log(`  ${cell} (${count}): ${reason}`)
  return 0
}
