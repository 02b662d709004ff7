import { expect, it } from 'vitest'
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
