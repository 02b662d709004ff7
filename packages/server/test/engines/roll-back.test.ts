import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { rollBack } from '@sheetwright/contract/engines/roll-back.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { premiumEngine } from '../test-beds/support.ts'
import { codeOf } from './code-of.ts'

const server = useTestServer()

it('the version before runs again after one call, and only once', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const first = await premiumEngine(server(), person, { revision: '1.0.0' })
  const { productId, serviceName, engineId } = first
  const second = await premiumEngine(server(), person, { productId, serviceName, rate: 0.02, revision: '1.1.0' })
  const params = { product: productId, engine: engineId }
  const premium = async () => {
    const body = { request_data: { inputs: { Age: 40, Sum: 1000 } } }
    return (await person.client.call(executeEngine, { params, body })).xOutput['Premium']
  }
  expect(await premium()).toBe(20)
  const back = () => person.client.call(rollBack, { params: { ...params, version: second.versionId } })
  const early = person.client.call(rollBack, { params: { ...params, version: first.versionId } })
  expect(await codeOf(early)).toBe('CONFLICT')
  const outcomes = await Promise.allSettled([back(), back()])
  expect(outcomes.toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
    { value: { revision: '1.0.0' } },
    { reason: { code: 'CONFLICT' } },
  ])
  expect(await premium()).toBe(10)
  const { items } = await person.client.call(getVersions, { params })
  expect(items.map(({ revision, state }) => [revision, state])).toEqual([
    ['1.1.0', 'Inactive'],
    ['1.0.0', 'Active'],
  ])
  const further = person.client.call(rollBack, { params: { ...params, version: '1.0.0' } })
  expect(await codeOf(further)).toBe('NO_ACTIVE_VERSION')

  const stranger = await server().signIn({ groups: ['supervisor:pf'] })
  expect(await codeOf(stranger.client.call(rollBack, { params: { ...params, version: '1.0.0' } }))).toBe(
    'ENGINE_NOT_FOUND',
  )
})
