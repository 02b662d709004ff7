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
    usage: 'check FILE|FOLDER…',
    meaning: 'recompute every formula and compare with the values Excel saved; --record and --against FIGURES',
  },
  inspect: {
    run: inspect,
    usage: 'inspect FILE',
    meaning: 'the interface, problems, functions and sheets; --propose for a workbook without one',
  },
  run: {
    run: (args: readonly string[]) => {
      const has = (option: string) => args.some((word) => word === option || word.startsWith(`${option}=`))
      if (has('--in') || has('--filter')) return runPortfolio(args, import.meta.filename)
      return has('--engine') ? execute(args) : run(args)
    },
    usage: 'run FILE --inputs JSON',
    meaning:
      'the outputs for these inputs; with --product and --engine those of the server. --in FILE --out FILE for a portfolio, --filter ndjson|csv from standard input',
  },
  compile: { run: compile, usage: 'compile FILE', meaning: 'what the compiler makes of it' },
  bench: { run: bench, usage: 'bench FILE --cases FILE', meaning: 'time to read, compile and run it' },
  lint: { run: lint, usage: 'lint FILE', meaning: 'what is likely to be wrong, with a score' },
  diff: { run: diff, usage: 'diff BEFORE AFTER', meaning: 'what changed between two workbooks' },
  explain: { run: explain, usage: 'explain FILE --output NAME', meaning: 'how a result came about' },
  login: {
    run: login,
    usage: 'login URL',
    meaning: 'sign in by a code in the browser, or with --tenant and --api-key',
  },
  push: { run: push, usage: 'push FILE --product P --engine E', meaning: 'upload a workbook as a draft' },
  test: { run: test, usage: 'test --product P --engine E', meaning: 'run the test beds of an engine; --junit FILE' },
  publish: { run: publish, usage: 'publish --product P --engine E', meaning: 'publish the newest draft' },
  logs: { run: logs, usage: 'logs --product P --engine E', meaning: 'the newest calls of an engine' },
  sdk: { run: sdk, usage: 'sdk --product P --engine E', meaning: 'make a package of an engine and save it' },
  promote: { run: promote, usage: 'promote --from URL --to URL …', meaning: 'bring a version to another installation' },
} as const

const [name = '', ...rest] = process.argv.slice(2)
if (isComputeThread(workerData)) computeBlocks()
else process.exitCode = await start()

async function start(): Promise<number> {
  if (!Object.hasOwn(commands, name)) {
    if (name === '--help') {
      console.log(overview())
      return 0
    }
    console.error(`${name === '' ? '' : `There is no command "${name}".\n`}${overview()}`)
    return 2
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

function overview(): string {
  const all = Object.values(commands)
  const width = Math.max(...all.map(({ usage }) => usage.length))
  const lines = all.map(({ usage, meaning }) => `  ${usage.padEnd(width)}  ${meaning}`)
  return ['Usage: sheetwright COMMAND … [--json]', ...lines].join('\n')
}

/** A server's error message, with the field or cell it is about. */
function tellRefusal({ code, message, fieldErrors, correlationId }: ApiError): void {
  const trace = correlationId === undefined ? '' : ` (correlation id ${correlationId})`
  console.error(`${code}: ${message}${trace}`)
  for (const { field, message: text } of fieldErrors) console.error(`  ${field}: ${text}`)
}
