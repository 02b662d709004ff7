import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMails } from '../../src/features/mail/deliver-mails.schedule.ts'
import { listMails, queueMail } from '../../src/platform/mail/mail.store.ts'
import type { Services } from '../../src/services.ts'
import { loadSettings } from '../../src/settings.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'

const database = useTestDatabase()
const received: string[] = []
const refused = new Set<string>()
const server = createServer(speakSmtp)
let smtp: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  smtp = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  server.close()
})

/** A minimal mail server that accepts mail and refuses some recipients. */
function speakSmtp(socket: Socket): void {
  let data: string | undefined
  let rest = ''
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (data !== undefined) {
        if (line === '.') {
          received.push(data)
          data = undefined
          socket.write('250 taken\r\n')
        } else data += `${line}\n`
        continue
      }
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'DATA') {
        data = ''
        socket.write('354 go on\r\n')
      } else if (command === 'RCPT' && [...refused].some((name) => line.includes(name)))
        socket.write('550 nobody here\r\n')
      else if (command === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  })
}

test('mail waits without a mail server, is delivered once by any number of processes, and is tried again', async () => {
  const { db } = database
  const tenantId = await newTenant(db)
  const services = (environment: Record<string, string>) =>
    ({ db, log: pino({ level: 'silent' }), settings: loadSettings(environment) }) as unknown as Services
  const configured = services({ SHEETWRIGHT_SMTP: smtp, SHEETWRIGHT_MAIL_FROM: 'product@example.test' })
  const { signal } = new AbortController()
  await db.inTenant(tenantId, async (tx) => {
    await queueMail(tx, { recipient: 'a@example.test', subject: '題名 one', body: 'Grüße\n' })
    await queueMail(tx, { recipient: 'b@example.test', subject: 'two', body: 'B' })
  })
  refused.add('b@example.test')
  const outbox = () => db.inTenant(tenantId, (tx) => listMails(tx, 10))

  await deliverMails.run(services({}), signal)
  expect((await outbox()).every((mail) => mail.sentAt === null && mail.attempts === 0)).toBe(true)

  await Promise.all([1, 2, 3].map(() => deliverMails.run(configured, signal)))
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: a@example.test')
  expect(received[0]).toContain('From: product@example.test')
  const mails = await outbox()
  const to = (recipient: string) => mails.find((mail) => mail.recipient === recipient)
  expect(to('a@example.test')).toMatchObject({ lastError: null, sentAt: expect.any(Date) })
  expect(to('b@example.test')).toMatchObject({
    sentAt: null,
    lastError: expect.stringContaining('nobody here'),
  })

  refused.clear()
  await db.inTenant(tenantId, (tx) => tx.q.execute('UPDATE mails SET next_attempt_at = now()'))
  await deliverMails.run(configured, signal)
  expect(received).toHaveLength(2)
  await deliverMails.run(configured, signal)
  expect(received).toHaveLength(2)
})
