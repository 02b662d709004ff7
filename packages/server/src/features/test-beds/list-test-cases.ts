import { listTestCases } from '@sheetwright/contract/test-beds/list-test-cases.ts'
import { handle } from '../../platform/http/handle.ts'
import { casesOf } from './case-lines.ts'
import { requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { blocksBetween, searchCases } from './test-case.store.ts'

export const listTestCasesHandler = handle(listTestCases, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const testBed = await requireTestBed(tx, caller, params.testbed, 'read')
    const version = await requireTestBedVersion(tx, testBed, params.version)
    const from = (body.page - 1) * body.pageSize
    if (body.search !== '') return searchCases(tx, version.id, body.search, { from, most: body.pageSize })
    const until = Math.min(version.noOfTest, from + body.pageSize)
    const blocks = until <= from ? [] : await blocksBetween(tx, version.id, from, until)
    const items = blocks.flatMap((block) => {
      const first = Math.max(0, from - block.before)
      return casesOf(block, first, until - Math.max(from, block.before))
    })
    return { items, count: version.noOfTest }
  }),
)
