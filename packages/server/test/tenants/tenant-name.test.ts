import { calls } from '@sheetwright/contract/calls.ts'
import { expect, it } from 'vitest'
import { tenantNameProblem } from '../../src/platform/identity/tenant-name.ts'

it.each(['demo', 'ACME', 'a1', 'north-west-2', 'x'.repeat(63)])('%s can be the name of a tenant', (name) => {
  expect(tenantNameProblem(name)).toBeUndefined()
})

it.each(['', 'x', 'x'.repeat(64), '-x', 'x-', 'a/b', 'a b', 'a.b', 'ä-b', 'api', 'API', 'idp', 'shared', 'health'])(
  '"%s" cannot',
  (name) => {
    expect(tenantNameProblem(name)).toEqual(expect.any(String))
  },
)

it('cannot be the beginning of the path of a call', () => {
  const beginnings = new Set(
    calls.map(({ path }) => path.split('/')[1] ?? '').filter((first) => !first.startsWith('{')),
  )
  const possible = [...beginnings].filter((first) => tenantNameProblem(first) === undefined)
  expect(possible).toEqual([])
})
