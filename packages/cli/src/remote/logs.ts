import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { type CommandLine, readCommandLine, UsageProblem } from '../command-line.ts'
import { addressOf, connect, remoteOptions } from './connection.ts'

export const logsLine = {
  usage: 'logs --product NAME --engine NAME',
  meaning: 'the newest calls of an engine, as lines of JSON',
  options: {
    ...remoteOptions,
    purpose: { type: 'string', value: 'NAME', meaning: 'only calls made for this purpose' },
    limit: { type: 'string', value: 'COUNT', meaning: 'at most so many, 20 unless given' },
  },
} as const satisfies CommandLine

/** `logs`: the newest calls of an engine, one per line. */
export async function logs(args: readonly string[]): Promise<number> {
  const { values } = readCommandLine(args, logsLine)
  const { product, engine } = addressOf(values, logsLine)
  const limit = Number(values.limit ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new UsageProblem('--limit is a number from 1 to 1000')
  const { client } = await connect(values.url)
  const params = { product, engine, purpose: values.purpose ?? 'All' }
  const { items } = await client.call(listCalls, { params, body: { pageSize: limit } })
  for (const call of items) console.log(JSON.stringify(call))
  return 0
}
