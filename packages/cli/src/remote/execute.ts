import { readFile } from 'node:fs/promises'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { type CommandLine, readCommandLine, UsageProblem } from '../command-line.ts'
import { addressOf, connect, remoteOptions, versionOption } from './connection.ts'

export const executeLine = {
  usage: 'run --product NAME --engine NAME --inputs JSON',
  meaning: 'the outputs of an engine on its server',
  options: {
    ...remoteOptions,
    version: { ...versionOption, meaning: 'of this version, by revision or id' },
    inputs: { type: 'string', value: 'JSON|@FILE', meaning: 'values of the inputs; what is missing has its default' },
  },
} as const satisfies CommandLine

/** `run --product … --engine …`: the outputs of an engine on its server. Fails if inputs are refused. */
export async function execute(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, executeLine)
  const params = addressOf(values, executeLine)
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
