import { writtenDate } from '@sheetwright/contract/dates.ts'
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
    ['POST', `${engines}/add`, form({ data: JSON.stringify({ effectiveStartDate: date }) }, 'file')],
    ['POST', `${service}/upload`, form({ engineUploadRequestEntity: starting(date) }, 'serviceFile')],
    ['POST', `${service}/publish`, published({ effective_start_date: date })],
    ['POST', `${service}/recompileNodgen`, { request_data: { effectiveEndDate: date } }],
    ['POST', `${engines}/Premium/logs`, { search: [{ field: 'start_date', value: date }] }],
  ] as const

const starting = (date: string) => JSON.stringify({ request_data: { effective_start_date: date } })

const published = (dates: object) => ({ request_data: { ...dates, original_file_documentid: crypto.randomUUID() } })

function form(fields: Record<string, string>, file: string): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  made.set(file, new Blob(['anything']), 'premium.xlsx')
  return made
}

it.each(['2026-02-30', '2026-13-01', '31/12/2026', 'soon', '0'])(
  'every call says that %s is not a date',
  async (date) => {
    const author = await newAuthor(server())
    await upload(author, premiumWorkbook(), { data: { serviceName: 'Premium', publish: true } })
    const answers: Record<string, unknown> = {}
    for (const [method, path, body] of calls(date)) {
      const answer = await fetch(
        `${server().origin}/${path.startsWith('api/v1') ? '' : `${author.tenantName}/`}${path}`,
        {
          method,
          headers: {
            ...author.headers,
            ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        },
      )
      const { errorCode } = (await answer.json()) as { errorCode?: string }
      answers[path] = [answer.status, errorCode]
    }
    expect(answers).toEqual(Object.fromEntries(calls(date).map(([, path]) => [path, [400, 'INVALID_DATETIME']])))
  },
)

it.each([
  ['2026-01-31', '2026-01-31'],
  [' 2026/01/31 ', '2026-01-31'],
  ['2026-01-31T12:30', '2026-01-31T12:30:00Z'],
  ['2026-01-31 12:30:15.123456', '2026-01-31T12:30:15.123456Z'],
  ['2026/01/31 12:30:00 +0900', '2026-01-31T12:30:00+09:00'],
  ['2026-01-31T12:30:00-05', '2026-01-31T12:30:00-05:00'],
  ['2026-01-31t12:30:00z', '2026-01-31T12:30:00Z'],
])('an existing client writes %s and means %s, wherever the server stands', (written, read) => {
  expect(writtenDate.parse(written)).toBe(read)
})

it.each(['2026-01/31', '1/2/2026', '2026-01-31T25:00', '2026-01-31 12:60', 'Jan 2, 2026', ''])(
  '%s is no date of an existing client',
  (written) => {
    expect(writtenDate.safeParse(written).success).toBe(false)
  },
)
