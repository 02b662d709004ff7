import { parseArgs } from 'node:util'

/** The command was called incorrectly. */
export class UsageProblem extends Error {}

/** Somebody asked what a command takes; the message is the answer. */
export class HelpAsked extends Error {}

interface Option {
  readonly type: 'boolean' | 'string'
  readonly multiple?: true
  /** What to write behind the option. */
  readonly value?: string
  readonly meaning: string
}

/** What a command takes. Its help is made of it. */
export interface CommandLine {
  /** The name, and what cannot be left out. */
  readonly usage: string
  readonly meaning: string
  readonly options: Readonly<Record<string, Option>>
}

export const asJson = { type: 'boolean', meaning: 'print JSON' } as const

/** Options of commands that take a workbook without names. */
export const adHocPorts = {
  input: { type: 'string', multiple: true, value: 'NAME=Sheet1!B2', meaning: 'take a cell as an input' },
  output: { type: 'string', multiple: true, value: 'NAME=Sheet1!B9', meaning: 'take a cell as an output' },
} as const

/** Reads options and files; an unknown option is a usage problem, not a stack trace. */
export function readCommandLine<const T extends CommandLine>(args: readonly string[], line: T) {
  if (asksForHelp(args)) throw new HelpAsked(helpOf(line))
  const options: T['options'] = line.options
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason)
    // The rest of an unknown option's message is about positional arguments.
    throw new UsageProblem(`${message.split('. ')[0]}. ${seeHelp(line)}`)
  }
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** The one file a command takes. */
export function onlyFile(positionals: readonly string[], line: CommandLine): string {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw wrongUse(line)
  return path
}

export function wrongUse(line: CommandLine): UsageProblem {
  return new UsageProblem(`Usage: sheetwright ${line.usage} … ${seeHelp(line)}`)
}

/** Usage, meaning and options of a command. */
export function helpOf({ usage, meaning, options }: CommandLine): string {
  const rows = Object.entries(options).map(([name, { value, multiple, meaning: text }]) => ({
    usage: value === undefined ? `--${name}` : `--${name} ${value}`,
    meaning: multiple ? `${text}; as often as needed` : text,
  }))
  return [`Usage: sheetwright ${usage} [OPTION…]`, '', `  ${meaning}`, '', ...inColumns(rows)].join('\n')
}

/** Usages and their meanings, below each other. */
export function inColumns(rows: readonly { readonly usage: string; readonly meaning: string }[]): string[] {
  const width = Math.max(...rows.map(({ usage }) => usage.length))
  return rows.map(({ usage, meaning }) => `  ${usage.padEnd(width)}  ${meaning}`)
}

function seeHelp({ usage }: CommandLine): string {
  return `"sheetwright ${usage.split(' ')[0]} --help" lists the options.`
}
