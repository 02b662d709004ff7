import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { runWorkbook } from '@sheetwright/compiler/run/run-workbook.ts'
import { portsWith } from './ad-hoc-ports.ts'
import { serialNow } from './clock.ts'
import { onlyFile, readCommandLine, UsageProblem } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

const STEPS = 1_000_000_000
const USAGE =
  'run FILE --inputs JSON|@FILE [--input name=Sheet1!B2]… [--output name=Sheet1!B9]… [--subservice NAME] [--seed N] [--json]'

/** `run FILE --inputs JSON`: the outputs for these inputs. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, {
    json: { type: 'boolean' },
    inputs: { type: 'string' },
    input: { type: 'string', multiple: true },
    output: { type: 'string', multiple: true },
    subservice: { type: 'string' },
    seed: { type: 'string' },
  })
  const path = onlyFile(positionals, USAGE)
  const inputs = await readInputs(values.inputs ?? '{}')
  const seed = Number(values.seed ?? 1)
  if (!Number.isInteger(seed)) throw new UsageProblem('--seed must be a whole number.')
  const loaded = await loadWorkbook(path)
  const { bound, ports } = portsWith(loaded.bound, values.input ?? [], values.output ?? [], loaded.diagnostics)
  const { outputs, warnings, errors, solves } = runWorkbook(bound, ports, inputs, {
    now: serialNow(bound.workbook.date1904),
    seed,
    locale: 'en-US',
    steps: STEPS,
    facts: { filename: `[${basename(path)}]` },
    ...(values.subservice === undefined ? {} : { subservice: values.subservice }),
  })
  if (values.json) console.log(JSON.stringify({ outputs, warnings, errors, solves }))
  else {
    for (const [name, value] of Object.entries(outputs)) console.log(`${name}: ${JSON.stringify(value)}`)
    for (const { key, message } of warnings) console.error(`warning ${key}: ${message}`)
    for (const { key, message, cell } of errors)
      console.error(`error ${key}${cell === undefined ? '' : ` (${cell})`}: ${message}`)
  }
  return errors.length > 0 ? 1 : 0
}

async function readInputs(text: string): Promise<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>
  } catch (reason) {
    throw new UsageProblem(`--inputs is not JSON: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
  throw new UsageProblem('--inputs must be a JSON object: {"name": value, …}.')
}
