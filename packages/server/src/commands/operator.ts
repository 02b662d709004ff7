import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { readConfigFile } from '../read-config-file.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'

/** The settings that the server would start with, read the same way. */
export async function operatorSettings(): Promise<Settings> {
  return loadSettings(process.env, await readConfigFile(process.env['SHEETWRIGHT_CONFIG']))
}

/** Commands speak to a person; of the log only what went wrong is worth showing. */
export function operatorLog(): Logger {
  return pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
}

/** Exactly the words that a command takes, and of the flags only those it knows. */
export function readWords(
  args: readonly string[],
  usage: string,
  count: number,
  flags: readonly string[] = [],
): { words: string[]; flags: ReadonlySet<string> } {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length === count) return { words: positionals, flags: new Set(Object.keys(values)) }
  } catch {
    // Falls through to the usage: the wrong word is in front of the operator.
  }
  throw new StartupError(`Usage: npm run admin -- ${usage}`)
}
