import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const root = path.join(import.meta.dirname, '../..')
/** The file from which `npm test` reads the counts. */
const countsFile = path.join(root, '.cache/test-counts.json')
const shown = 10

/** Ends a run with the slowest files, and with the command that reruns each failed test. */
export class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withResult = (state: string) => tests.filter((test) => test.result().state === state)
    const failed = withResult('failed')
    const broken = modules.filter((module) => module.errors().length > 0 || isBrokenBeside(module))
    // A file that cannot be loaded, or whose setup fails, has tests that never ran.
    const counts = {
      passed: withResult('passed').length,
      failed: failed.length + broken.length,
      skipped: withResult('skipped').length,
    }
    mkdirSync(path.dirname(countsFile), { recursive: true })
    writeFileSync(countsFile, JSON.stringify(counts))

    const lines = [...slowest(modules), ...commands(failed, broken)]
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

/** Something other than a test failed: a hook before or after a group of tests. */
function isBrokenBeside(module: TestModule): boolean {
  return [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
}

function slowest(modules: readonly TestModule[]): string[] {
  if (modules.length <= shown) return []
  const timed = modules.map((module) => ({ file: fileOf(module), seconds: secondsOf(module) }))
  const first = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown)
  return ['', 'Slowest files:', ...first.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)]
}

function commands(failed: readonly TestCase[], broken: readonly TestModule[]): string[] {
  if (failed.length + broken.length === 0) return []
  const alone = failed.map((test) => `${commandFor(test.module)} -t ${quoted(`^${escaped(nameOf(test))}$`)}`)
  return ['', 'To run what failed alone:', ...broken.map(commandFor), ...alone]
}

function commandFor(module: TestModule): string {
  const seed = process.env['SHEETWRIGHT_TEST_SEED']
  const command = seed === undefined ? 'npm test --' : `npm run test:random -- --seed ${seed}`
  return `  ${command} ${fileOf(module)}`
}

function fileOf(module: TestModule): string {
  return path.relative(root, module.moduleId).replaceAll(path.sep, '/')
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return (collectDuration + setupDuration + duration) / 1000
}

/** The name that `-t` matches: those of the groups and of the test, separated by spaces. */
function nameOf(test: TestCase): string {
  const names = [test.name]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) names.unshift(parent.name)
  return names.join(' ')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Quoted for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
