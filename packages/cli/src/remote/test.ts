import { writeFile } from 'node:fs/promises'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getTestRun } from '@sheetwright/contract/test-beds/get-test-run.ts'
import { listTestBeds } from '@sheetwright/contract/test-beds/list-test-beds.ts'
import { listTestResults } from '@sheetwright/contract/test-beds/list-test-results.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import type { TestBed } from '@sheetwright/contract/test-beds/test-bed.ts'
import { type CommandLine, readCommandLine } from '../command-line.ts'
import { addressOf, type Connection, connect, remoteOptions, versionOption } from './connection.ts'
import { junitReport } from './junit.ts'
import { waitFor } from './progress.ts'
import { type RunReport, reasonOf } from './run-report.ts'

export const testLine = {
  usage: 'test --product NAME --engine NAME',
  meaning: 'run the test beds of an engine',
  options: {
    ...remoteOptions,
    version: { ...versionOption, meaning: 'test this version, by revision or id' },
    bed: { type: 'string', multiple: true, value: 'NAME', meaning: 'run only this test bed' },
    junit: { type: 'string', value: 'FILE', meaning: 'save a report that build servers read' },
  },
} as const satisfies CommandLine

/** Cases that a report lists individually. */
const mostListed = 1000

/** `test`: runs the test beds of an engine. Fails if a case fails or if there is nothing to run. */
export async function test(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, testLine)
  const params = addressOf(values, testLine)
  const connection = await connect(values.url)
  const { id } = await connection.client.call(getEngine, { params })
  const beds = await bedsOf(connection, id, values.bed)
  const reports: RunReport[] = []
  for (const bed of beds) reports.push(await ranBed(connection, bed, values.version))
  if (values.junit !== undefined) await writeFile(values.junit, junitReport(reports))
  console.log(values.json ? JSON.stringify(reports) : reports.map(summary).join('\n'))
  return reports.every(({ run, wrong }) => run.status === 'Success' && wrong.length === 0) ? 0 : 1
}

async function bedsOf(
  { client }: Connection,
  engineId: string,
  names: readonly string[] | undefined,
): Promise<TestBed[]> {
  const { items } = await client.call(listTestBeds, {
    body: { pageSize: 1000, sort: 'name', search: [{ field: 'engineId', value: engineId }] },
  })
  const missing = names?.find((name) => items.every((bed) => bed.name !== name))
  if (missing !== undefined) throw new NothingToRun(`The engine has no test bed "${missing}".`)
  const chosen = names === undefined ? items : items.filter(({ name }) => names.includes(name))
  if (chosen.length === 0) throw new NothingToRun('The engine has no test bed, so nothing was tested.')
  return chosen
}

/** A pipeline that tests nothing must not pass. */
export class NothingToRun extends Error {}

async function ranBed({ client }: Connection, bed: TestBed, version: string | undefined): Promise<RunReport> {
  const body = { testbedId: bed.id, ...(version === undefined ? {} : { version }) }
  const { testRun } = await client.call(queueTestRun, { body })
  const run = await waitFor(
    () => client.call(getTestRun, { params: { run: testRun.id } }),
    ({ status }) => status !== 'Pending' && status !== 'InProgress',
    ({ done, noOfTest }) => `${bed.name}: ${done} of ${noOfTest} cases …`,
  )
  if (run.status !== 'Success' || run.failed + run.errors === 0) return { run, wrong: [] }
  const { items } = await client.call(listTestResults, {
    params: { run: run.id },
    body: { pageSize: mostListed, status: ['failed', 'error'] },
  })
  return { run, wrong: items }
}

function summary({ run, wrong }: RunReport): string {
  const { testbedName, revision, noOfTest, passed, failed, errors, computed, status, failureReason } = run
  if (status !== 'Success') return `${testbedName} on ${revision}: ${failureReason ?? status}`
  return [
    `${testbedName} on ${revision}: ${noOfTest} cases, ${passed} passed, ${failed} failed, ${errors} with errors, ${computed} without expectation`,
    ...wrong.map((result) => `  ${result.number} ${result.name}: ${reasonOf(result)}`),
  ].join('\n')
}
