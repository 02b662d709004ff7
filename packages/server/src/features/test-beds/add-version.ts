import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import {
  type CaseContent,
  mostCases,
  type TestBed,
  type TestBedVersion,
} from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CaseChanges, changeCases } from './change-cases.ts'
import { findTestBedVersion, insertTestBedVersion } from './test-bed.store.ts'

/** Creates the next version of a test bed from the latest one and changes to its cases. */
export async function addVersion(
  tx: TenantTransaction,
  testBed: TestBed,
  ports: EngineInterface,
  latest: TestBedVersion | undefined,
  change: CaseChanges & {
    readonly source: TestBedVersion['source']
    readonly note: string
    readonly userId: string
  },
): Promise<TestBedVersion> {
  const before = latest?.noOfTest ?? 0
  const touched = [...change.changed, ...change.added]
  assertKnown(touched, ports)
  assertNumbers(change, before)
  const cases = before + change.added.length - new Set(change.removed).size
  if (cases > mostCases) throw refused('body.added', `A test bed has at most ${mostCases} cases`)
  const id = await insertTestBedVersion(tx, {
    testBedId: testBed.id,
    source: change.source,
    note: change.note,
    cases,
    inputs: columns(ports.inputs, latest?.inputs, touched, ({ inputs }) => inputs),
    outputs: columns(ports.outputs, latest?.outputs, touched, ({ expected }) => expected ?? {}),
    createdBy: change.userId,
  })
  await changeCases(tx, latest?.id, id, change)
  const version = await findTestBedVersion(tx, testBed.id, id)
  if (version === undefined) throw new Error('The version is gone')
  return version
}

/** Names of the interface in order, then names that it no longer has. */
function columns(
  ports: EngineInterface['inputs'],
  before: readonly string[] | undefined,
  touched: readonly CaseContent[],
  read: (content: CaseContent) => Readonly<Record<string, unknown>>,
): string[] {
  const used = new Set(before)
  for (const content of touched) for (const name of Object.keys(read(content))) used.add(name)
  const known = ports.map(({ name }) => name)
  return [...known.filter((name) => used.has(name)), ...[...used].filter((name) => !known.includes(name))]
}

function assertKnown(touched: readonly CaseContent[], { inputs, outputs }: EngineInterface): void {
  const [ofInputs, ofOutputs] = [namesOf(inputs), namesOf(outputs)]
  for (const [place, content] of touched.entries()) {
    const input = Object.keys(content.inputs).find((name) => !ofInputs.has(name))
    if (input !== undefined) {
      const message = `The engine has no input "${input}"`
      throw refused(`case ${place + 1}.inputs.${input}`, message, [...ofInputs].join(', '))
    }
    const output = Object.keys(content.expected ?? {}).find((name) => !ofOutputs.has(name))
    if (output !== undefined) {
      const message = `The engine has no output "${output}"`
      throw refused(`case ${place + 1}.expected.${output}`, message, [...ofOutputs].join(', '))
    }
  }
}

function namesOf(ports: EngineInterface['inputs']): ReadonlySet<string> {
  return new Set(ports.map(({ name }) => name))
}

function assertNumbers({ changed, removed }: CaseChanges, count: number): void {
  const numbers = [...changed.map(({ number }) => number), ...removed]
  const wrong = numbers.find((number) => number > count)
  if (wrong !== undefined) throw refused('body.changed', `There is no case ${wrong}`, `1 to ${count}`)
}

function refused(field: string, message: string, allowed?: string): CallError {
  const detail = { field, message, ...(allowed === undefined ? {} : { allowed: allowed.slice(0, 1000) }) }
  return new CallError('INVALID_TESTBED_CASES', message, [detail])
}
