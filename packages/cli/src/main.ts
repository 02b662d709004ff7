import { workerData } from 'node:worker_threads'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { bench, benchLine } from './bench.ts'
import { check, checkLine } from './check.ts'
import { compile, compileLine } from './compile.ts'
import { asksForHelp, type CommandLine, HelpAsked, helpOf, inColumns, UsageProblem } from './command-line.ts'
import { diff, diffLine } from './diff.ts'
import { explain, explainLine } from './explain.ts'
import { inspect, inspectLine } from './inspect.ts'
import { UnreadablePortfolio } from '@sheetwright/compiler/portfolio.ts'
import { UnusableFile } from './load-workbook.ts'
import { lint, lintLine } from './lint.ts'
import { execute, executeLine } from './remote/execute.ts'
import { login, loginLine, LoginRefused } from './remote/login.ts'
import { logs, logsLine } from './remote/logs.ts'
import { promote, promoteLine, TransferFailed } from './remote/promote.ts'
import { publish, publishLine } from './remote/publish.ts'
import { push, pushLine } from './remote/push.ts'
import { sdk, sdkLine } from './remote/sdk.ts'
import { NothingToRun, test, testLine } from './remote/test.ts'
import { computeBlocks, isComputeThread } from './portfolio/compute-thread.ts'
import { portfolioLine, runPortfolio } from './portfolio/run-portfolio.ts'
import { run, runLine } from './run.ts'

const runLines = [runLine, portfolioLine, executeLine]

interface Command {
  /** Gets the arguments and returns the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
  /** What it takes; several for a command that does several things. */
  readonly lines: readonly CommandLine[]
}

const commands: Readonly<Record<string, Command>> = {
  check: { run: check, lines: [checkLine] },
  inspect: { run: inspect, lines: [inspectLine] },
  run: { run: runHereOrThere, lines: runLines },
  compile: { run: compile, lines: [compileLine] },
  bench: { run: bench, lines: [benchLine] },
  lint: { run: lint, lines: [lintLine] },
  diff: { run: diff, lines: [diffLine] },
  explain: { run: explain, lines: [explainLine] },
  login: { run: login, lines: [loginLine] },
  push: { run: push, lines: [pushLine] },
  test: { run: test, lines: [testLine] },
  publish: { run: publish, lines: [publishLine] },
  logs: { run: logs, lines: [logsLine] },
  sdk: { run: sdk, lines: [sdkLine] },
  promote: { run: promote, lines: [promoteLine] },
}

const [name = '', ...rest] = process.argv.slice(2)
if (isComputeThread(workerData)) computeBlocks()
else process.exitCode = await start()

/** `run` computes a workbook, a portfolio through a workbook, or an engine on a server. */
function runHereOrThere(args: readonly string[]): Promise<number> {
  const has = (option: string) => args.some((word) => word === option || word.startsWith(`${option}=`))
  if (has('--in') || has('--filter')) return runPortfolio(args, import.meta.filename)
  if (has('--engine')) return execute(args)
  if (asksForHelp(args)) throw new HelpAsked(runLines.map(helpOf).join('\n\n'))
  return run(args)
}

async function start(): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    if (['--help', '-h', 'help'].includes(name)) {
      console.log(overview())
      return 0
    }
    console.error(`${name === '' ? '' : `There is no command "${name}".\n`}${overview()}`)
    return 2
  }
  try {
    return await command.run(rest)
  } catch (reason) {
    if (reason instanceof HelpAsked) {
      console.log(reason.message)
      return 0
    }
    if (reason instanceof UsageProblem) {
      console.error(reason.message)
      return 2
    }
    if (reason instanceof ApiError) {
      tellRefusal(reason)
      return 1
    }
    const isKnown = [UnusableFile, UnreadablePortfolio, NothingToRun, TransferFailed, LoginRefused].some(
      (kind) => reason instanceof kind,
    )
    if (!isKnown || !(reason instanceof Error)) throw reason
    console.error(reason.message)
    return 1
  }
}

function overview(): string {
  const lines = Object.values(commands).flatMap(({ lines: each }) => each)
  const more = '"sheetwright COMMAND --help" lists the options of a command.'
  return ['Usage: sheetwright COMMAND [OPTION…]', '', ...inColumns(lines), '', more].join('\n')
}

/** A server's error message, with the field or cell it is about. */
function tellRefusal({ code, message, fieldErrors, correlationId }: ApiError): void {
  const trace = correlationId === undefined ? '' : ` (correlation id ${correlationId})`
  console.error(`${code}: ${message}${trace}`)
  for (const { field, message: text } of fieldErrors) console.error(`  ${field}: ${text}`)
}
