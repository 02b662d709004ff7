import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { readConfigFile } from '../read-config-file.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'

/** The settings that the server would start with. */
export async function operatorSettings(): Promise<Settings> {
  return loadSettings(process.env, await readConfigFile(process.env['SHEETWRIGHT_CONFIG']))
}

/** Commands talk to a person, who needs only the errors of the log. */
export function operatorLog(): Logger {
  return pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
}

/** Accepts exactly the command's arguments and its known flags. */
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
    // Falls through to the usage: the operator sees the wrong word.
  }
  throw new StartupError(`Usage: npm run admin -- ${usage}`)
}
