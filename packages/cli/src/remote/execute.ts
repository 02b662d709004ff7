import { readFile } from 'node:fs/promises'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { readCommandLine, UsageProblem } from '../command-line.ts'
import { addressOf, connect, remoteOptions } from './connection.ts'

const usage = 'run --product NAME --engine NAME [--version REVISION] [--inputs JSON|@FILE] [--url URL] [--json]'

/** `run --product … --engine …`: the outputs of an engine on its server. Fails if inputs are refused. */
export async function execute(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, {
    ...remoteOptions,
    version: { type: 'string' },
    inputs: { type: 'string' },
  })
  const params = addressOf(values, usage)
  const inputs = await inputsOf(values.inputs ?? '{}')
  const { client } = await connect(values.url)
  const meta = values.version === undefined ? {} : versionMeta(values.version)
  const result = await client.call(executeEngine, {
    params,
    body: { request_data: { inputs }, request_meta: { ...meta, source_system: 'sheetwright CLI' } },
  })
  console.log(JSON.stringify(values.json ? result : result.xOutput, null, values.json ? 0 : 2))
  return 0
}

async function inputsOf(given: string): Promise<Record<string, unknown>> {
  const text = given.startsWith('@') ? await readFile(given.slice(1), 'utf8') : given
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw new UsageProblem('--inputs is a JSON object, or @ and the name of a file with one')
}

/** A version is named by its revision or its id. */
function versionMeta(given: string) {
  return /^\d+(\.\d+)*$/.test(given) ? { version: given } : { version_id: given }
}
