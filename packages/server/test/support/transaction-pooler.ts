import { createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { connectionSettings } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'

/** What a pooler does with connections, by PgBouncer's names. */
export type PoolMode = 'transaction' | 'statement' | 'session'

/** A session of the database, after its sign-in. */
interface Session {
  readonly socket: Socket
  isFree: boolean
}

/**
 * A pooler as PgBouncer is one: it answers the start of a connection itself, and gives a session of the database for a
 * transaction, a statement or a whole connection. Everybody may connect.
 */
export async function startPooler(database: Endpoint, mode: PoolMode): Promise<Endpoint & { close(): Promise<void> }> {
  const sessions: Session[] = []
  const open = new Set<Socket>()

  const freeSession = async (): Promise<Session> => {
    const free = sessions.find(({ isFree }) => isFree)
    if (free !== undefined) return free
    const client = new Client(connectionSettings(database))
    // The end of the pooler cuts its sessions.
    client.on('error', () => undefined)
    await client.connect()
    const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
    // From here on the bytes go to whoever has the session.
    socket.removeAllListeners('data')
    const session = { socket, isFree: true }
    sessions.push(session)
    return session
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    let isStarted = false
    let session: Session | undefined
    let received = Buffer.alloc(0)
    let working = Promise.resolve()
    const release = () => {
      session?.socket.removeAllListeners('data')
      if (session !== undefined) session.isFree = true
      session = undefined
    }
    socket.on('close', release)
    const forward = async (bytes: Buffer) => {
      if (session === undefined) {
        session = await freeSession()
        session.isFree = false
        session.socket.on('data', (answer: Buffer) => {
          socket.write(answer)
          const state = readyState(answer)
          const isOver = mode === 'statement' ? state !== undefined : state === 'I'
          if (mode !== 'session' && isOver) release()
        })
      }
      session.socket.write(bytes)
    }
    socket.on('data', (chunk: Buffer) => {
      if (isStarted) {
        // The farewell is for the pooler.
        if (chunk[0] !== 0x58) working = working.then(() => forward(chunk))
        return
      }
      received = Buffer.concat([received, chunk])
      if (received.length < 4 || received.length < received.readInt32BE(0)) return
      isStarted = true
      socket.write(welcome)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    ...database,
    host: '127.0.0.1',
    port: address.port,
    close: async () => {
      for (const socket of open) socket.destroy()
      for (const { socket } of sessions) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signed in, and ready for a query. */
const welcome = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), Buffer.from([0x5a, 0, 0, 0, 5, 0x49])])

/** The state of the transaction if an answer ends with `ReadyForQuery`. */
function readyState(answer: Buffer): string | undefined {
  const end = answer.subarray(-6)
  return end[0] === 0x5a && end.readInt32BE(1) === 5 ? String.fromCharCode(end[5] ?? 0) : undefined
}
