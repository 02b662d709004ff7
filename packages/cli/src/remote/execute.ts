import type { ResultOf } from '@sheetwright/contract/call.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { type CommandLine, readCommandLine } from '../command-line.ts'
import { readInputs } from '../read-inputs.ts'
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
  const inputs = await readInputs(values.inputs ?? '{}')
  const { client } = await connect(values.url)
  const meta = values.version === undefined ? {} : versionMeta(values.version)
  const result = await client.call(executeEngine, {
    params,
    body: { request_data: { inputs }, request_meta: { ...meta, source_system: 'sheetwright CLI' } },
  })
  console.log(JSON.stringify(values.json ? result : result.xOutput, null, values.json ? 0 : 2))
  if (!values.json) tellProblems(result)
  return 0
}

/** A name that is no input, or an output with an Excel error, must not go unnoticed beside the results. */
function tellProblems({ engineWarnings, validationErrors }: ResultOf<typeof executeEngine>): void {
  for (const { key, value } of engineWarnings) console.error(`warning ${key}: ${value}`)
  for (const { additionalDetails, sourcePath, message } of validationErrors)
    console.error(`error ${additionalDetails} (${sourcePath}): ${message}`)
}

/** A version is named by its revision or its id. */
function versionMeta(given: string) {
  return /^\d+(\.\d+)*$/.test(given) ? { version: given } : { version_id: given }
}
