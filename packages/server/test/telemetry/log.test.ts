import { expect, it } from 'vitest'
import { callLines } from '../../src/platform/telemetry/call-lines.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

it('cuts secrets out of whatever is logged', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info', logFormat: 'json' }, { write: (line) => lines.push(line) })
  log.info({
    headers: { authorization: 'Bearer s3cret', cookie: 's3cret', 'x-synthetic-key': 's3cret', accept: 'shown' },
  })
  log
    .child({ correlationId: 'id' })
    .warn({ password: 's3cret', body: { newPassword: 's3cret', refresh_token: 's3cret' } })
  log.error({ req: { headers: { 'ocp-apim-subscription-key': 's3cret' } }, data: { client_secret: 's3cret' } })
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines.join('')).toContain('shown')
})

it('says of a call what it would say of anything else', () => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const log = createLog({ logLevel: 'info', logFormat: 'json' }, stream)
  const write = callLines(log, (who: { name: string }) => ({ tenant: who.name }))
  const name = 'with "quotes", a\nnew line and 保険'
  const line = { correlationId: 'id-1', call: 'engines.listEngines', status: 200, millis: 1.5 }
  write({ ...line, who: { name } }, 'info')
  log.info({ ...line, tenant: name }, 'call')
  write({ ...line, who: { name } }, 'debug')
  expect(lines).toHaveLength(2)
  const [own, other] = lines.map((text) => {
    const { time, ...rest } = JSON.parse(text) as { time: string }
    expect(text.endsWith('}\n')).toBe(true)
    expect(new Date(time).toISOString()).toBe(time)
    return rest
  })
  expect(own).toEqual(other)
})
