import { check } from './check.ts'

/** Commands by name; each gets the words behind its own. */
const commands: Readonly<Record<string, { readonly run: (args: readonly string[]) => Promise<number>; readonly help: string }>> = {
  check: { run: check, help: 'check FILE…       recompute every formula and compare with the values Excel saved' },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = commands[name]
if (command) process.exitCode = await command.run(rest)
else {
  const lines = Object.values(commands).map(({ help }) => `  ${help}`)
  console.error(`${name === '' || name === '--help' ? '' : `There is no command "${name}".\n`}Usage: sheetwright COMMAND [--json]\n${lines.join('\n')}`)
  process.exitCode = name === '--help' ? 0 : 2
}
