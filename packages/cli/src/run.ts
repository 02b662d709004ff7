import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Evaluator, runWorkbook, traceRun } from '@sheetwright/compiler/run.ts'
import { writeRun } from '@sheetwright/compiler/write-back.ts'
import type { BoundWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { evaluationOf } from './evaluation.ts'
import { adHocPorts, asJson, type CommandLine, onlyFile, readCommandLine, UsageProblem } from './command-line.ts'
import { readInputs } from './read-inputs.ts'
import { convertToXlsx, findLibreOffice } from './libreoffice.ts'
import { loadWorkbook, UnusableFile } from './load-workbook.ts'

const STEPS = 1_000_000_000
/** Cells of a run that its trace lists. */
const TRACED_CELLS = 1_000_000
const STANDARD_OUTPUT = '-'
export const runLine = {
  usage: 'run FILE --inputs JSON',
  meaning: 'the outputs of a workbook for these inputs',
  options: {
    inputs: { type: 'string', value: 'JSON|@FILE', meaning: 'values of the inputs; what is missing has its default' },
    ...adHocPorts,
    subservice: { type: 'string', value: 'NAME', meaning: 'only inputs and outputs of this subservice' },
    seed: { type: 'string', value: 'N', meaning: 'where random numbers begin, 1 unless given' },
    write: { type: 'string', value: 'OUT.xlsx', meaning: 'save the workbook with inputs and results' },
    trace: {
      type: 'string',
      value: 'FILE|-',
      meaning: 'every cell that was computed, and from what, as lines of JSON',
    },
    json: asJson,
  },
} as const satisfies CommandLine

/** `run FILE --inputs JSON`: the outputs for these inputs. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, runLine)
  const path = onlyFile(positionals, runLine)
  const inputs = await readInputs(values.inputs ?? '{}')
  const seed = Number(values.seed ?? 1)
  if (!Number.isInteger(seed)) throw new UsageProblem('--seed must be a whole number.')
  const { bound, ports } = await loadWorkbook(path, { inputs: values.input, outputs: values.output })
  const { outputs, warnings, errors, solves, evaluator } = runWorkbook(bound, ports, inputs, {
    ...evaluationOf({ bound, ports }, STEPS, seed),
    trace: values.trace !== undefined,
    facts: { filename: `[${basename(path)}]` },
    ...(values.subservice === undefined ? {} : { subservice: values.subservice }),
  })
  if (values.write !== undefined && errors.length === 0) await writeResult(path, bound, evaluator, values.write)
  if (values.trace !== undefined) await writeTrace(bound, evaluator, values.trace)
  // After a trace on the same stream, the result is one more line of JSON.
  if (values.json || values.trace === STANDARD_OUTPUT)
    console.log(JSON.stringify({ outputs, warnings, errors, solves }))
  else {
    for (const [name, value] of Object.entries(outputs)) console.log(`${name}: ${JSON.stringify(value)}`)
    for (const { key, message } of warnings) console.error(`warning ${key}: ${message}`)
    for (const { key, message, cell } of errors)
      console.error(`error ${key}${cell === undefined ? '' : ` (${cell})`}: ${message}`)
  }
  return errors.length > 0 ? 1 : 0
}

/** The same workbook with the inputs and all computed values filled in. */
async function writeResult(path: string, bound: BoundWorkbook, evaluator: Evaluator, target: string): Promise<void> {
  const { workbook } = bound
  const libreOffice = findLibreOffice()
  const { bytes, diagnostics } = await writeRun(
    await readFile(path),
    workbook,
    evaluator,
    libreOffice === undefined ? {} : { convert: (original, format) => convertToXlsx(libreOffice, original, format) },
  )
  if (bytes === null) throw new UnusableFile(diagnostics.map(({ message }) => message).join(' '))
  await writeFile(target, bytes)
}

/** Every cell of the run, one line of JSON each. */
async function writeTrace(bound: BoundWorkbook, evaluator: Evaluator, target: string): Promise<void> {
  const lines = traceRun(bound, evaluator, { cells: TRACED_CELLS }).map((entry) => `${JSON.stringify(entry)}\n`)
  const isStandard = target === STANDARD_OUTPUT
  try {
    await pipeline(Readable.from(lines), isStandard ? process.stdout : createWriteStream(target), { end: !isStandard })
  } catch (reason) {
    throw new UnusableFile(`The trace cannot be written: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
