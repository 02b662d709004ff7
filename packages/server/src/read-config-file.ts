import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { codeOf, StartupError } from './startup-error.ts'

const content = z.record(z.string(), z.unknown())

/**
 * The settings file: the one that SHEETWRIGHT_CONFIG names, which must exist, or else an optional
 * sheetwright.config.json.
 */
export async function readConfigFile(named: string | undefined): Promise<Record<string, unknown>> {
  const path = resolve(named || 'sheetwright.config.json')
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT' && !named) return undefined
    throw new StartupError(`The settings file ${path} cannot be read (${codeOf(cause) ?? String(cause)})`, { cause })
  })
  if (text === undefined) return {}
  try {
    return content.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartupError(`The settings file ${path} is not a JSON object`, { cause })
  }
}
