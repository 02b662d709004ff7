import { readFile } from 'node:fs/promises'
import { UsageProblem } from './command-line.ts'

/** The values of `--inputs`, given as JSON, or as @ and the file that holds it. */
export async function readInputs(given: string): Promise<Record<string, unknown>> {
  const text = given.startsWith('@') ? await readInputFile(given.slice(1)) : given
  const json = parsed(text)
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>
  throw new UsageProblem('--inputs must be a JSON object: {"name": value, …}.')
}

async function readInputFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (reason) {
    throw new UsageProblem(`--inputs cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (reason) {
    throw new UsageProblem(`--inputs is not JSON: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
