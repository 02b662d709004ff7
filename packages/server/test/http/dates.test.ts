import { expect, it } from 'vitest'
import { newAuthor, premiumWorkbook, upload, useEngineServer } from '../engines/engine-server.ts'

const server = useEngineServer()

const engines = 'api/v1/product/Motor/engines'
const service = 'api/v3/folders/Motor/services/Premium'
const counter = { counterName: 'Spark.ApiCalls', to: '2026-03-01T00:00:00Z' }

/** Calls that take a date, each with the given one as its only mistake. */
const calls = (date: string) =>
  [
    ['POST', 'api/v1/product/update/Motor', { startDate: date }],
    ['PUT', `${engines}/updateengine/Premium`, { effectiveStartDate: date }],
    ['POST', `${engines}/Premium/logs/all`, { StartDate: date }],
    ['POST', `${engines}/logs/Premium/Download`, { EndDate: date }],
    ['POST', 'api/v1/product/Motor/metrics/get', { StartDate: date }],
    ['POST', 'api/v1/useranalytics/AggregateData', { ...counter, from: date }],
    ['POST', 'api/v1/audit/list', { search: [{ field: 'from', value: date }] }],
    ['GET', `api/v1/audit/export?from=${encodeURIComponent(date)}`, undefined],
    ['POST', `${engines}/Execute/Premium`, { request_meta: { transaction_date: date } }],
    ['POST', `${service}/execute`, { request_data: { inputs: {} }, request_meta: { transaction_date: date } }],
    ['POST', 'api/v4/execute', { service: 'Motor/Premium', inputs: [{}], version_by_timestamp: date }],
  ] as const

it.each(['2026-02-30', '31/12/2026', 'soon'])('every call says that %s is not a date', async (date) => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook(), { data: { serviceName: 'Premium', publish: true } })
  const answers: Record<string, unknown> = {}
  for (const [method, path, body] of calls(date)) {
    const answer = await fetch(
      `${server().origin}/${path.startsWith('api/v1') ? '' : `${author.tenantName}/`}${path}`,
      {
        method,
        headers: { ...author.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    )
    const { errorCode } = (await answer.json()) as { errorCode?: string }
    answers[path] = [answer.status, errorCode]
  }
  expect(answers).toEqual(Object.fromEntries(calls(date).map(([, path]) => [path, [400, 'INVALID_DATETIME']])))
})
