import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { ChildStopped } from '../../platform/sandbox/run-in-child.ts'
import { startPortfolioProcess } from './portfolio-process.ts'
import { columnsAnswer, portfolioFormats, type PortfolioFormat } from './portfolio-request.ts'

/** Enough of a long text for its headings and first record. */
const headBytes = 4 * 1024 * 1024

interface PortfolioContent {
  readonly name: string
  readonly hash: string
  readonly size: number
}

export function formatOf(name: string): PortfolioFormat {
  const extension = path.extname(name).slice(1).toLowerCase()
  const format = Object.hasOwn(portfolioFormats, extension)
    ? portfolioFormats[extension as keyof typeof portfolioFormats]
    : undefined
  if (format !== undefined) return format
  throw new CallError(
    'INVALID_PORTFOLIO',
    'The name of a portfolio ends with .csv, .ndjson, .jsonl, .xlsx or .parquet. Save the table in one of these formats.',
  )
}

/** The columns of a portfolio. */
export async function readColumns(files: Files, tenantId: string, content: PortfolioContent, signal: AbortSignal) {
  const format = formatOf(content.name)
  const child = await startPortfolioProcess(await opened(files, tenantId, content, format), signal)
  try {
    const answer = columnsAnswer.parse(await child.ask({ kind: 'columns', format }))
    if ('problem' in answer) throw new CallError('INVALID_PORTFOLIO', answer.problem)
    return answer
  } catch (error) {
    throw error instanceof ChildStopped && (error.reason === 'memory' || error.reason === 'time')
      ? new CallError('INVALID_PORTFOLIO', 'The file takes too much memory or time to read. Save it as CSV or Parquet.')
      : error
  } finally {
    await child.close()
  }
}

/** The whole file, or the first lines of a long text. */
async function opened(
  files: Files,
  tenantId: string,
  { hash, size }: PortfolioContent,
  format: PortfolioFormat,
): Promise<Readable> {
  const isText = format === 'csv' || format === 'ndjson'
  if (!isText || size <= headBytes) return files.open(tenantId, hash)
  const head = await buffer(await files.open(tenantId, hash, { start: 0, end: headBytes - 1 }))
  return Readable.from([head.subarray(0, head.lastIndexOf(10) + 1)])
}
