import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command was called incorrectly. */
export class UsageProblem extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads options and files; an unknown option is a usage problem, not a stack trace. */
export function readCommandLine<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (reason) {
    throw new UsageProblem(reason instanceof Error ? reason.message : String(reason))
  }
}

/** The one file a command takes. */
export function onlyFile(positionals: readonly string[], usage: string): string {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UsageProblem(`Usage: sheetwright ${usage}`)
  return path
}
