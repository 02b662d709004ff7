import { bench } from './bench.ts'
import { check } from './check.ts'
import { compile } from './compile.ts'
import { UsageProblem } from './command-line.ts'
import { diff } from './diff.ts'
import { explain } from './explain.ts'
import { inspect } from './inspect.ts'
import { UnusableFile } from './load-workbook.ts'
import { lint } from './lint.ts'
import { run } from './run.ts'

/** Commands by name; each gets the words behind its own and answers with the exit code. */
const commands = {
  check: {
    run: check,
    help: 'check FILE…                   recompute every formula and compare with the values Excel saved',
  },
  inspect: {
    run: inspect,
    help: 'inspect FILE                  the interface, problems, functions and sheets; --propose for a workbook without one',
  },
  run: { run, help: 'run FILE --inputs JSON        the outputs for these inputs' },
  compile: { run: compile, help: 'compile FILE                  what the compiler makes of it' },
  bench: { run: bench, help: 'bench FILE --cases FILE       time to read, compile and run it' },
  lint: { run: lint, help: 'lint FILE                     what is likely to be wrong, with a score' },
  diff: { run: diff, help: 'diff BEFORE AFTER             what changed between two workbooks' },
  explain: { run: explain, help: 'explain FILE --output NAME    how a result came about' },
} as const

const [name = '', ...rest] = process.argv.slice(2)
process.exitCode = await start()

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
    if (!(reason instanceof UnusableFile)) throw reason
    console.error(reason.message)
    return 1
  }
}
