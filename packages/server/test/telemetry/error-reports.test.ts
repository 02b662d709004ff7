import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const script = path.join(import.meta.dirname, 'report-process.ts')

async function reportsSent(withDsn: boolean): Promise<string> {
  const received: string[] = []
  const collector = createServer((request, response) => {
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const read = async () => {
      const body = await text(request.setEncoding('latin1'))
      received.push(isPacked ? gunzipSync(Buffer.from(body, 'latin1')).toString() : body)
      response.end('{}')
    }
    void read()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const dsn = withDsn ? { SENTRY_DSN: `http://key@127.0.0.1:${port}/1` } : {}
  try {
    await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...dsn } })
  } finally {
    collector.close()
  }
  return received.join('\n')
}

it('reports what nobody foresaw, with its correlation id and without anything about people', async () => {
  const sent = await reportsSent(true)
  expect(sent).toContain('It broke')
  expect(sent).toContain('correlation-1')
  expect(sent).toContain('test.call')
  expect(sent).toContain('sheetwright@9.9.9')
  expect(sent).not.toContain('s3cret')
})

it('reports nothing when no address is configured', async () => {
  expect(await reportsSent(false)).toBe('')
})
