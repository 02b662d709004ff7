import { Readable } from 'node:stream'
import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'
import { type CallFilter, countCalls, type WholeCall } from './call.store.ts'
import { readCalls } from './read-calls.ts'
import { inputsOf } from './travelled-values.ts'
import { saveCallExport } from './call-export.store.ts'
import { csvLine } from '../../platform/csv/csv-line.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  productId: z.uuid(),
  engineId: z.uuid(),
  format: z.enum(['CSV', 'JSON']),
  from: z.string().optional(),
  before: z.string().optional(),
  search: z.string().optional(),
  errorsOnly: z.boolean().optional(),
  versionId: z.uuid().optional(),
  ids: z.array(z.string()).optional(),
  madeBy: z.object({ kind: z.enum(['user', 'key', 'visitor', 'anyone']), id: z.string().nullable() }).optional(),
})

type Asked = z.infer<typeof schema>

const maxBytes = 4 * 1024 * 1024 * 1024

/** Writes calls into a file for download. */
export const downloadLogs = defineJob({
  type: 'DownloadLogs',
  schema,
  run: async ({ jobId, tenantId, data, services, signal, progress }) => {
    const { db, files } = services
    const filter = filterOf(data)
    const total = await db.inTenant(tenantId, (tx) => countCalls(tx, filter))
    const calls = counted(readCalls(db, tenantId, filter), (count) => progress((99 * count) / Math.max(total, count)))
    const lines = data.format === 'CSV' ? csvOf(calls) : jsonOf(calls)
    const { hash } = await files.put(tenantId, Readable.from(lines), { maxBytes, signal })
    const fileName = `${data.Name}.${data.format.toLowerCase()}`
    await db.inTenant(tenantId, (tx) =>
      saveCallExport(tx, { id: jobId, engineId: data.engineId, fileHash: hash, fileName }),
    )
    return { Url: `/api/v1/product/${data.productId}/engines/logs/${data.engineId}/Download/${jobId}` }
  },
})

function filterOf({ engineId, from, before, search, errorsOnly, versionId, ids, madeBy }: Asked): CallFilter {
  const moment = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  return { engineId, from: moment(from), before: moment(before), search, errorsOnly, versionId, ids, madeBy }
}

async function* counted(calls: AsyncIterable<WholeCall>, tell: (count: number) => void) {
  let count = 0
  for await (const call of calls) {
    yield call
    tell(++count)
  }
}

const columns: Record<string, (call: WholeCall) => string> = {
  callId: ({ id }) => id,
  timestamp: ({ at }) => at.toISOString(),
  version: ({ revision }) => revision ?? '',
  versionId: ({ versionId }) => versionId ?? '',
  caller: ({ callerName }) => callerName,
  purpose: ({ purpose }) => purpose,
  sourceSystem: ({ sourceSystem }) => sourceSystem,
  correlationId: ({ correlationId }) => correlationId,
  subservice: ({ subservice }) => subservice ?? '',
  engineType: ({ engineType }) => engineType,
  millis: ({ micros }) => String(micros / 1000),
  records: ({ records }) => String(records),
  hasErrors: ({ hasErrors }) => String(hasErrors),
  inputs: ({ request }) => JSON.stringify(inputsOf(JSON.parse(request))),
  request: ({ request }) => request,
  response: ({ response }) => response,
}

async function* csvOf(calls: AsyncIterable<WholeCall>) {
  // With a byte order mark, Excel reads the file as UTF-8.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for await (const call of calls) yield csvLine(Object.values(columns).map((read) => read(call)))
}

async function* jsonOf(calls: AsyncIterable<WholeCall>) {
  let before = '[\n'
  for await (const { request, response, at, micros, ...call } of calls) {
    const head = JSON.stringify({ ...call, timestamp: at.toISOString(), millis: micros / 1000 }).slice(0, -1)
    // The stored JSON unchanged, so that no digit is lost.
    yield `${before}${head},"request":${request},"response":${response}}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
