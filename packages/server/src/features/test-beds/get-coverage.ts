import type { CandidateInput } from '@sheetwright/compiler/look-inside.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { type Coverage, getCoverage } from '@sheetwright/contract/test-beds/get-coverage.ts'
import type { TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMayLeave, requireEngineById } from '../engines/engine.access.ts'
import {
  localeOfEngine,
  readBuild,
  readStoredPorts,
  renamedInterface,
  timeZoneOfEngine,
} from '../engines/engine-build.store.ts'
import { casesOf } from './case-lines.ts'
import { meantVersion } from './engine-interface.ts'
import { inputDomains } from './input-domains.ts'
import { isNumberType } from './number-types.ts'
import { requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { blocksBetween } from './test-case.store.ts'

/** Cases are read in groups from this many places of a test bed. */
const places = 25
const casesAtPlace = 20

export const getCoverageHandler = handle(getCoverage, async ({ caller, params, query, services }) => {
  const { db, files, books } = services
  const { tenantId } = caller
  const { version, tests, cases } = await db.inTenant(tenantId, async (tx) => {
    const testBed = await requireTestBed(tx, caller, params.testbed, 'read')
    const engine = await requireEngineById(tx, caller, testBed.engineId, 'read')
    // The answer shows formulas of the workbook, which only editors may see unless the workbook may be handed out.
    assertMayLeave(engine)
    const latest = await requireTestBedVersion(tx, testBed)
    return {
      version: await meantVersion(tx, engine, query.version),
      tests: latest,
      cases: await spreadInputs(tx, latest),
    }
  })
  const { fileHash, buildHash, portNames, properties } = version
  const { publicInterface, iteration } = await readBuild(files, tenantId, buildHash)
  const ports = await readStoredPorts(files, tenantId, buildHash)
  const report = (await books.ask({
    tenantId,
    fileHash,
    locale: localeOfEngine(publicInterface.properties, properties),
    question: {
      kind: 'coverage',
      ports,
      iteration,
      portNames,
      cases,
      inputs: candidateInputs(renamedInterface(publicInterface, portNames)),
      at: Date.now(),
      timeZone: timeZoneOfEngine(publicInterface.properties, properties),
    },
  })) as Omit<Coverage, 'versionId' | 'revision' | 'noOfTest'>
  return { versionId: version.id, revision: version.revision, noOfTest: tests.noOfTest, ...report }
})

/** Inputs of cases spread over a test bed. */
async function spreadInputs(
  tx: TenantTransaction,
  { id, noOfTest }: TestBedVersion,
): Promise<Record<string, unknown>[]> {
  const inputs: Record<string, unknown>[] = []
  const size = Math.min(noOfTest, noOfTest <= places * casesAtPlace ? noOfTest : casesAtPlace)
  const count = size === noOfTest ? 1 : places
  for (let place = 0; place < count; place++) {
    const from = count === 1 ? 0 : Math.floor((place * (noOfTest - size)) / (count - 1))
    for (const block of await blocksBetween(tx, id, from, from + size)) {
      const first = Math.max(0, from - block.before)
      const taken = casesOf(block, first, from + size - Math.max(from, block.before))
      inputs.push(...taken.map((each) => each.inputs))
    }
  }
  return inputs
}

function candidateInputs(ports: EngineInterface): CandidateInput[] {
  const types = new Map(ports.inputs.map(({ name, type }) => [name, type]))
  return inputDomains(ports, undefined).map(({ name, values }) => {
    const type = types.get(name)
    const kind = isNumberType(type) ? 'number' : type === 'text' || type === 'boolean' ? type : 'other'
    return { name, kind, values }
  })
}
