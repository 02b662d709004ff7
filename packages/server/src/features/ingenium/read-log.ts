import { type LogRequest, policyLogLine, type PolicyLogLine } from '@sheetwright/contract/ingenium/policy-run.ts'
import type { Files } from '../../platform/files/files.ts'
import type { PolicyPart } from './policy-run.store.ts'

/** One page of a log. Without a filter, parts before the page are skipped unread. */
export async function readLog(
  files: Files,
  tenantId: string,
  parts: readonly PolicyPart[],
  { page, pageSize, status, search }: LogRequest,
): Promise<{ readonly lines: PolicyLogLine[]; readonly total: number }> {
  const first = (page - 1) * pageSize
  const found: PolicyLogLine[] = []
  const isAll = status === null && search === ''
  let total = 0
  for (const part of parts) {
    const counts = { all: part.read, written: part.written, rejected: part.rejected }
    const count = search === '' ? counts[status ?? 'all'] : undefined
    // The number of lines is known without reading them, unless a text is searched.
    if (count !== undefined && (total + count <= first || found.length >= pageSize)) {
      total += count
      continue
    }
    for await (const line of linesOf((await files.open(tenantId, part.logHash)) as AsyncIterable<Buffer>)) {
      if (!isAll && !matches(line, status, search)) continue
      total++
      if (total > first && found.length < pageSize) found.push(policyLogLine.parse(JSON.parse(line)))
    }
  }
  return { lines: found, total }
}

function matches(line: string, status: LogRequest['status'], search: string): boolean {
  if (status !== null && !line.includes(`"status":"${status}"`)) return false
  if (search === '') return true
  // The raw line contains names too, but only values count.
  if (!line.toLowerCase().includes(JSON.stringify(search.toLowerCase()).slice(1, -1))) return false
  const { key, message, record, line: place } = policyLogLine.parse(JSON.parse(line))
  return [key, message, String(record), String(place)].some((value) =>
    value.toLowerCase().includes(search.toLowerCase()),
  )
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(10) + 1
    yield* bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
    rest = Buffer.from(bytes.subarray(end))
  }
}
