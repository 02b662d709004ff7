import { workerData } from 'node:worker_threads'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { bench } from './bench.ts'
import { check } from './check.ts'
import { compile } from './compile.ts'
import { UsageProblem } from './command-line.ts'
import { diff } from './diff.ts'
import { explain } from './explain.ts'
import { inspect } from './inspect.ts'
import { UnreadablePortfolio } from '@sheetwright/compiler/portfolio.ts'
import { UnusableFile } from './load-workbook.ts'
import { lint } from './lint.ts'
import { execute } from './remote/execute.ts'
import { LoginRefused, login } from './remote/login.ts'
import { logs } from './remote/logs.ts'
import { promote, TransferFailed } from './remote/promote.ts'
import { publish } from './remote/publish.ts'
import { push } from './remote/push.ts'
import { sdk } from './remote/sdk.ts'
import { NothingToRun, test } from './remote/test.ts'
import { computeBlocks, isComputeThread } from './portfolio/compute-thread.ts'
import { runPortfolio } from './portfolio/run-portfolio.ts'
import { run } from './run.ts'

/** Commands by name; each gets its arguments and returns the exit code. */
const commands = {
  check: {
    run: check,
    help: 'check FILE|FOLDER…            recompute every formula and compare with the values Excel saved; --record and --against FIGURES',
  },
  inspect: {
    run: inspect,
    help: 'inspect FILE                  the interface, problems, functions and sheets; --propose for a workbook without one',
  },
  run: {
    run: (args: readonly string[]) => {
      const has = (option: string) => args.some((word) => word === option || word.startsWith(`${option}=`))
      if (has('--in') || has('--filter')) return runPortfolio(args, import.meta.filename)
      return has('--engine') ? execute(args) : run(args)
    },
    help: 'run FILE --inputs JSON        the outputs for these inputs; with --product and --engine those of the server. --in FILE --out FILE for a portfolio, --filter ndjson|csv from standard input',
  },
  compile: { run: compile, help: 'compile FILE                  what the compiler makes of it' },
  bench: { run: bench, help: 'bench FILE --cases FILE       time to read, compile and run it' },
  lint: { run: lint, help: 'lint FILE                     what is likely to be wrong, with a score' },
  diff: { run: diff, help: 'diff BEFORE AFTER             what changed between two workbooks' },
  explain: { run: explain, help: 'explain FILE --output NAME    how a result came about' },
  login: {
    run: login,
    help: 'login URL                     sign in by a code in the browser, or with --tenant and --api-key',
  },
  push: { run: push, help: 'push FILE --product P --engine E   upload a workbook as a draft' },
  test: { run: test, help: 'test --product P --engine E   run the test beds of an engine; --junit FILE' },
  publish: { run: publish, help: 'publish --product P --engine E     publish the newest draft' },
  logs: { run: logs, help: 'logs --product P --engine E   the newest calls of an engine' },
  sdk: { run: sdk, help: 'sdk --product P --engine E    make a package of an engine and save it' },
  promote: { run: promote, help: 'promote --from URL --to URL …      bring a version to another installation' },
} as const

const [name = '', ...rest] = process.argv.slice(2)
if (isComputeThread(workerData)) computeBlocks()
else process.exitCode = await start()

async function start(): Promise<number> {
  if (!Object.hasOwn(commands, name)) {
    const lines = Object.values(commands).map(({ help }) => `  ${help}`)
    const known = name === '' || name === '--help'
    console.error(
      `${known ? '' : `There is no command "${name}".\n`}Usage: sheetwright COMMAND … [--json]\n${lines.join('\n')}`,
    )
    return name === '--help' ? 0 : 2
  }
  try {
    return await commands[name as keyof typeof commands].run(rest)
  } catch (reason) {
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

/** A server's error message, with the field or cell it is about. */
function tellRefusal({ code, message, fieldErrors, correlationId }: ApiError): void {
  const trace = correlationId === undefined ? '' : ` (correlation id ${correlationId})`
  console.error(`${code}: ${message}${trace}`)
  for (const { field, message: text } of fieldErrors) console.error(`  ${field}: ${text}`)
}
