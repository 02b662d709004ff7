import { type RunReport, reasonOf } from './run-report.ts'

/** Test runs in JUnit format for pipelines. Passed cases are only counted, the others are listed. */
export function junitReport(reports: readonly RunReport[]): string {
  const suites = reports.map(({ run, wrong }) => {
    const isBroken = run.status !== 'Success'
    const attributes = {
      name: `${run.testbedName} on ${run.serviceName} ${run.revision}`,
      tests: isBroken ? 1 : run.noOfTest,
      failures: isBroken ? 0 : run.failed,
      errors: isBroken ? 1 : run.errors,
      time: run.millis / 1000,
      timestamp: run.createdAt,
    }
    const reason = run.failureReason ?? run.status
    const cases = isBroken
      ? [`    <testcase name="run">${element('error', { message: reason })}</testcase>`]
      : [
          ...wrong.map((result) => {
            const kind = result.status === 'error' ? 'error' : 'failure'
            const about = {
              classname: run.testbedName,
              name: `${result.number} ${result.name}`,
              time: result.millis / 1000,
            }
            return `    ${open('testcase', about)}${element(kind, { message: reasonOf(result) })}</testcase>`
          }),
          ...Array.from(
            { length: run.noOfTest - wrong.length },
            (_, i) => `    ${element('testcase', { classname: run.testbedName, name: `passed ${i + 1}` })}`,
          ).slice(0, run.passed + run.computed),
        ]
    return `  ${open('testsuite', attributes)}\n${cases.join('\n')}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

type Attributes = Readonly<Record<string, string | number>>

function open(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}>`
}

function element(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')
}

/** XML allows no control characters, not even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
